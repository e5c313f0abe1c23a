/** The root fields of a DAG file, written down by hand. */
export const specifiedRootFields = [
  ...['name', 'description', 'tags', 'group', 'type', 'schedule', 'skip_if_successful'],
  ...['restart_wait_sec', 'catchup_window', 'overlap_policy', 'max_active_runs'],
  ...['max_active_steps', 'timeout_sec', 'delay_sec', 'max_clean_up_time_sec', 'preconditions'],
  ...['run_config', 'params', 'env', 'secrets', 'dotenv', 'working_dir', 'shell', 'log_dir'],
  ...['log_output', 'hist_retention_days', 'max_output_size', 'container', 'ssh', 'llm', 'redis'],
  ...['s3', 'smtp', 'mail_on', 'error_mail', 'info_mail', 'wait_mail', 'handler_on', 'queue'],
  ...['otel', 'worker_selector', 'registry_auths'],
];

/** The fields of its table "Step fields", and those that only the text below it names. */
export const specifiedStepFields = [
  ...['name', 'id', 'command', 'script', 'depends', 'working_dir', 'shell', 'stdout', 'stderr'],
  ...['log_output', 'output', 'env', 'call', 'params', 'parallel', 'preconditions', 'continue_on'],
  ...['retry_policy', 'repeat_policy', 'mail_on_error', 'signal_on_stop', 'container', 'type'],
  ...['config', 'value', 'routes', 'llm', 'messages'],
];
