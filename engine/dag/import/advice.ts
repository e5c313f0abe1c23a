import type { Remark } from './remark.ts';

/** What to write in place of keys that only Dagu has. */
const advice: Readonly<Record<string, string>> = {
  args: 'write the arguments behind the command',
  artifacts: 'each run has a folder for them: `$DAG_RUN_ARTIFACTS_DIR`',
  controller: 'write the steps and their order',
  foreach: 'use `call` with `parallel`',
  functions: 'write the command of the function into each step that calls it',
  harness: 'let a shell step run the program',
  kubernetes: 'let a shell step run `kubectl`',
  labels: 'write them in `tags`',
  notifications: 'use `mail_on`, or a handler in `handler_on`',
  output_schema: 'let the step check its output, and fail where that is wrong',
  outputs:
    'print the values as JSON in the step, write `output: NAME`, and read them as `${NAME.key}`',
  profile: 'use `env` or `dotenv`',
  retry_policy: 'write it into the steps',
  shell_args: 'write them in `shell`, such as `bash -e`',
  shell_packages: 'let the step install or find what it needs',
  skip: 'use `preconditions`',
  tools: 'let a step install or find what it needs',
  webhook: 'create one in the window, or with `dagwright webhook create NAME`',
  worker_selector: 'remove it, and the DAG runs on this computer',
  workerSelector: 'remove it, and the step runs on this computer',
};

/** The same with what to write instead, where that is known. */
export function withAdvice({ line, message }: Remark): Remark {
  const [, unknown, missing] =
    /^unknown key `(\w+)`|^`(\w+)` is not available in this version$/.exec(message) ?? [];
  const key = unknown ?? missing ?? '';
  if (!Object.hasOwn(advice, key)) return { line, message };
  return { line, message: `\`${key}\` has no counterpart here: ${advice[key]}` };
}
