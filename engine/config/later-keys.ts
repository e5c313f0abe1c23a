/**
 * Keys of the interface that this version does not have yet. Ignoring them in silence would be dangerous: whoever
 * sets `auth.mode` believes the door to be shut.
 */
interface LaterKey {
  /** The key, and with it everything below. */
  readonly key: string;
  /** Its environment variable; with a trailing underscore, all variables that begin so. */
  readonly env: string;
  /** A value that asks for what this version does anyway. */
  readonly harmless?: string;
}

const laterKeys: readonly LaterKey[] = [
  { key: 'auth.mode', env: 'SVC_AUTH_MODE', harmless: 'none' },
  { key: 'auth', env: 'SVC_AUTH_' },
  { key: 'permissions', env: 'SVC_PERMISSIONS_' },
  { key: 'base_path', env: 'SVC_BASE_PATH' },
  { key: 'api_base_path', env: 'SVC_API_BASE_PATH' },
  { key: 'headless', env: 'SVC_HEADLESS' },
  { key: 'access_log_mode', env: 'SVC_ACCESS_LOG_MODE' },
  { key: 'latest_status_today', env: 'SVC_LATEST_STATUS_TODAY' },
  { key: 'ui', env: 'SVC_UI_' },
  { key: 'scheduler', env: 'SVC_SCHEDULER_' },
  { key: 'coordinator', env: 'SVC_COORDINATOR_' },
  { key: 'worker', env: 'SVC_WORKER_' },
  { key: 'peer', env: 'SVC_PEER_' },
  {
    key: 'default_execution_mode',
    env: 'SVC_DEFAULT_EXECUTION_MODE',
    harmless: 'local',
  },
  { key: 'audit', env: 'SVC_AUDIT_' },
  { key: 'terminal', env: 'SVC_TERMINAL_' },
  { key: 'session', env: 'SVC_SESSION_' },
  { key: 'tunnel', env: 'SVC_TUNNEL' },
  { key: 'rate_limiting', env: 'SVC_RATE_LIMITING_' },
  { key: 'git_sync', env: 'SVC_GITSYNC_' },
  { key: 'remote_nodes', env: 'SVC_REMOTE_NODES' },
  { key: 'paths.alt_dags_dir', env: 'SVC_ALT_DAGS_DIR' },
  { key: 'paths.suspend_flags_dir', env: 'SVC_SUSPEND_FLAGS_DIR' },
  { key: 'paths.admin_logs_dir', env: 'SVC_ADMIN_LOGS_DIR' },
  { key: 'paths.dag_runs_dir', env: 'SVC_DAG_RUNS_DIR' },
  { key: 'paths.queue_dir', env: 'SVC_QUEUE_DIR' },
  { key: 'paths.proc_dir', env: 'SVC_PROC_DIR' },
  { key: 'paths.service_registry_dir', env: 'SVC_SERVICE_REGISTRY_DIR' },
  { key: 'paths.users_dir', env: 'SVC_USERS_DIR' },
  { key: 'paths.api_keys_dir', env: 'SVC_API_KEYS_DIR' },
  { key: 'paths.webhooks_dir', env: 'SVC_WEBHOOKS_DIR' },
];

export function laterKeyFor(key: string): LaterKey | undefined {
  return laterKeys.find((later) => key === later.key || key.startsWith(`${later.key}.`));
}

export function laterKeyForVariable(name: string): LaterKey | undefined {
  return laterKeys.find(({ env }) => (env.endsWith('_') ? name.startsWith(env) : name === env));
}

/** Whether `key` is a group of which only parts are for later, such as `auth` for `auth.mode`. */
export function hasHarmlessPart(key: string): boolean {
  return laterKeys.some((later) => later.harmless !== undefined && later.key.startsWith(`${key}.`));
}
