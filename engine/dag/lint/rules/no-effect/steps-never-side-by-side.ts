import type { LintRule } from '../../lint-rule.ts';

export const stepsNeverSideBySide: LintRule = {
  code: 'steps-never-side-by-side',
  title: '`max_active_steps` of a chain without groups',
  why: 'The steps of a chain run one after another. Only a nested list of steps runs several at the same time.',
  fix: 'Put the steps that can run at the same time in a nested list, use `type: graph`, or remove it.',
  wrong: `max_active_steps: 4
steps:
  - command: echo north
  - command: echo south
`,
  right: `max_active_steps: 4
steps:
  - - command: echo north
    - command: echo south
`,
  find: ({ dag, given }) => {
    const entry = given.get('max_active_steps');
    const list = given.get('steps')?.value;
    const hasGroup = list?.kind === 'list' && list.items.some(({ kind }) => kind === 'list');
    if (entry === undefined || dag.type !== 'chain' || dag.maxActiveSteps < 2 || hasGroup)
      return [];
    const message = '`max_active_steps` has no effect: the steps of a chain run one after another';
    return [{ range: entry.key, message }];
  },
};
