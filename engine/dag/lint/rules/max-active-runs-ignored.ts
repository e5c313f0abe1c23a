import type { LintRule } from '../lint-rule.ts';

export const maxActiveRunsIgnored: LintRule = {
  code: 'max-active-runs-ignored',
  title: '`max_active_runs` has no effect',
  why:
    'It is read for the sake of older files. How many runs of a DAG go on at the same time is a matter of its queue: a DAG ' +
    'that names none has one of its own, in which runs go one by one.',
  mend: 'Leave it out. For several runs at once name a `queue` whose `max_concurrency` in the configuration is larger.',
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
    const message = '`max_active_runs` does nothing: the queue of the DAG decides';
    return [{ range: entry.key, message }];
  },
};
