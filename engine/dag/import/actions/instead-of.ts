/** What to write in place of actions that have no counterpart, by the first part of their names. */
const advice: Readonly<Record<string, string>> = {
  'file.list': 'let a shell step run `find` or `ls`',
  'file.stat': 'let a shell step run `stat`, or use a condition such as `test -e FILE`',
  'wait.file':
    'use a step with `command: test -e FILE` and `repeat_policy: { repeat: until, exit_code: [0], interval_sec: 5 }`',
  'wait.http': 'use an `http` step with `retry_policy`',
  'wait.until': 'use `schedule`, or a shell step with `sleep`',
  'git.checkout': 'let a shell step run `git clone`',
  'outputs.write':
    'print the values as JSON in a shell step with `output: NAME`, and read them as `${NAME.key}`',
  'python.script': 'use `script` with `shell: python3`',
  'node.script': 'use `script` with `shell: node`',
  'js.run': 'use `script` with `shell: node`',
  k8s: 'let a shell step run `kubectl`',
  kubernetes: 'let a shell step run `kubectl`',
  git: 'let a shell step run `git`',
  data: 'let a `jq` step or a shell step turn the data',
  artifact: 'write files to `$DAG_RUN_ARTIFACTS_DIR` in a shell step',
  state: 'keep the value in a file of your own',
  file: 'let a shell step do it',
  harness: 'let a shell step run the program, or use a `chat` step',
  agent: 'use a `chat` step',
  postgres: 'use a `postgres` step with the SQL, such as `COPY`',
  sqlite: 'use a `sqlite` step with the SQL',
};

/** The end of a sentence that names an action; empty where nothing is like it. */
export function insteadOf(action: string): string {
  const [group = ''] = action.split('.', 1);
  const key = Object.hasOwn(advice, action) ? action : group;
  return Object.hasOwn(advice, key) ? `: ${advice[key]}` : '';
}
