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
    name: 'DAG_RUN_STATUS',
    about: 'In handlers: the status of the run, such as `succeeded` or `failed`.',
  },
  { name: 'DAG_WAITING_STEPS', about: 'In the `wait` handler: the steps that wait, with commas.' },
  {
    name: 'SVC_PARAMS_JSON',
    about: 'All parameters as JSON; as they were given, if that was JSON.',
  },
  {
    name: 'WEBHOOK_PAYLOAD',
    about:
      'What a request to the webhook of the DAG brought, as JSON. `${WEBHOOK_PAYLOAD.a.b}` and `${WEBHOOK_PAYLOAD.list.0}` are parts of it. A payload of 128 KiB and more can be read in parts alone: processes that it would not fit into do not get the variable, and a step whose `command` or `script` names all of it fails. An entry of `params` of this name is what runs find that no webhook began.',
  },
  { name: 'ITEM', about: 'In the `params` of a step with `parallel`: the item of the call.' },
];

/** The forms of a reference. */
export const referenceForms: readonly { readonly form: string; readonly about: string }[] = [
  {
    form: '$NAME, ${NAME}',
    about: 'A parameter, a variable, a secret, or the output of a step before.',
  },
  {
    form: '${NAME.key[0].other}',
    about: 'A part of a value that is JSON. A list takes `[0]` and `.0`.',
  },
  { form: '${id.exit_code}', about: 'The exit code of the step with this `id`.' },
  { form: '${id.stdout}, ${id.stderr}', about: 'The path of a log file of that step.' },
  {
    form: '${NAME.key:0:5}',
    about: 'Part of a value with a path: from a position, and of a length.',
  },
  {
    form: '${NAME:-text}, ${NAME-text}',
    about:
      'The text, where the variable is missing or empty, or only where it is missing. The text may hold references, with defaults of their own; double quotes or a backslash keep a brace in it.',
  },
  {
    form: '`command`',
    about: 'What a command prints. Not in `command` and `script`: there the shell does it.',
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
