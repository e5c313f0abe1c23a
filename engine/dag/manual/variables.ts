import type { ManualExample } from './manual-example.ts';

/** Variables that the engine gives to steps. */
export const builtInVariables: readonly { readonly name: string; readonly about: string }[] = [
  { name: 'DAG_NAME', about: 'Name of the DAG.' },
  { name: 'DAG_RUN_ID', about: 'Id of the run.' },
  { name: 'DAG_RUN_STEP_NAME', about: 'Name of the step.' },
  { name: 'DAG_RUN_LOG_FILE', about: 'Path of the log of the run.' },
  { name: 'DAG_RUN_STEP_STDOUT_FILE', about: 'Path of the standard output of the step.' },
  { name: 'DAG_RUN_STEP_STDERR_FILE', about: 'Path of the standard error of the step.' },
  {
    name: 'DAG_STEP_COOKIE',
    about: 'Marks all processes that the step starts, so that they end with it.',
  },
  {
    name: 'TRACEPARENT',
    about: 'With `otel`: the place of the step in the trace of the run (W3C Trace Context).',
  },
  {
    name: 'DAG_RUN_STATUS',
    about: 'In handlers: the status of the run, such as `succeeded` or `failed`.',
  },
  {
    name: 'DAG_WAITING_STEPS',
    about: 'In the `wait` handler: the waiting steps, separated by commas.',
  },
  {
    name: 'SVC_PARAMS_JSON',
    about: 'All parameters as JSON. JSON given at the start is unchanged.',
  },
  {
    name: 'WEBHOOK_PAYLOAD',
    about:
      'Payload of the webhook request, as JSON; of a form, its field `payload` or all its fields. `${WEBHOOK_PAYLOAD.a.b}` and `${WEBHOOK_PAYLOAD.list.0}` read parts of it. Of a payload of 128 KiB or more you can read only parts: processes for which it is too large do not get the variable, and a step whose `command` or `script` names all of it fails. An entry of `params` with this name is the default for runs without a webhook.',
  },
  {
    name: 'WEBHOOK_EVENT',
    about:
      'Event that the sender of the webhook request names: the header `X-GitHub-Event`, `X-Gitlab-Event` or `X-Event-Key`, such as `push`. Not set without one. Signatures do not cover it.',
  },
  {
    name: 'ITEM',
    about: 'In `call` and `params` of a step with `parallel`: the item of the call.',
  },
];

/** The forms of a reference. */
export const referenceForms: readonly { readonly form: string; readonly about: string }[] = [
  {
    form: '$NAME, ${NAME}',
    about: 'A parameter, a variable, a secret, or the output of an earlier step.',
  },
  {
    form: '${NAME.key[0].other}',
    about: 'A part of a JSON value. Use `[0]` or `.0` for items of a list.',
  },
  { form: '${id.exit_code}', about: 'The exit code of the step with this `id`.' },
  { form: '${id.stdout}, ${id.stderr}', about: 'The path of a log file of that step.' },
  {
    form: '${NAME.key:0:5}',
    about: 'Part of a value with a path, by position and length.',
  },
  {
    form: '${NAME:-text}, ${NAME-text}',
    about:
      'A default for a variable that is missing or empty (`:-`), or only missing (`-`). The default can contain references with defaults of their own. Quote or escape a brace in it.',
  },
  {
    form: '`command`',
    about:
      'The output of a command, which must end within 30 seconds. In `command` and `script` the shell handles backticks instead, without this limit.',
  },
];

/** How a variable of the engine's own environment comes to the steps. */
export const importExample: ManualExample = {
  spec: `env:
  - EDITOR: \${EDITOR}
steps:
  - command: echo "edited with $EDITOR"
`,
};
