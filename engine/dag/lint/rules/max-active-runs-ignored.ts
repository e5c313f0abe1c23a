import type { LintRule } from '../lint-rule.ts';

export const maxActiveRunsIgnored: LintRule = {
  code: 'max-active-runs-ignored',
  title: '`max_active_runs` has no effect',
  why:
    'It is accepted for older files, but the queue limits the number of active runs: a DAG ' +
    'without a `queue` has its own, with one run at a time.',
  fix: 'Remove it. For several runs at the same time, set `queue` to a queue with a larger `max_concurrency` in the configuration.',
  wrong: `max_active_runs: 4
steps:
  - command: echo working
`,
  right: `queue: wide
steps:
  - command: echo working
`,
  find: ({ given }) => {
    const entry = given.get('max_active_runs');
    if (!entry) return [];
    const message = '`max_active_runs` has no effect: the queue of the DAG sets the limit';
    return [{ range: entry.key, message }];
  },
};
