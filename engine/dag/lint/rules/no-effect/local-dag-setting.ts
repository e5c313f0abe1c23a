import type { LintRule } from '../../lint-rule.ts';

export const localDagSetting: LintRule = {
  code: 'local-dag-setting',
  title: 'A setting of a DAG that only other DAGs call',
  why:
    'Documents after a `---` run only when a step calls them. They have no schedule and no queue, and users cannot start ' +
    'them, so the settings for that have no effect.',
  fix: 'Move the setting to the first document, or the DAG to a file of its own.',
  wrong: `steps:
  - call: child
---
name: child
schedule: 0 3 * * *
steps:
  - command: echo working
`,
  right: `schedule: 0 3 * * *
steps:
  - call: child
---
name: child
steps:
  - command: echo working
`,
  find: ({ dag, given, file }) => {
    if (file.dags.indexOf(dag) <= 0) return [];
    return keys.flatMap((key) => {
      const entry = given.get(key);
      if (entry === undefined) return [];
      const message = `\`${key}\` has no effect: \`${dag.name}\` runs only when a step calls it`;
      return [{ range: entry.key, message }];
    });
  },
};

const keys = ['schedule', 'queue', 'restart_wait_sec', 'run_config'];
