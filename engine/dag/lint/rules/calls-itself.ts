import { quoted } from '../../source/source-node.ts';
import { valueAt } from '../lint-document.ts';
import type { LintRule } from '../lint-rule.ts';

export const callsItself: LintRule = {
  code: 'calls-itself',
  title: 'A DAG that calls itself endlessly',
  why:
    'Each run calls the next one until the nesting limit is reached, and then all of them fail. A call with a precondition, ' +
    'or one that a router chooses, is not reported.',
  fix: 'Add a precondition to the call, or call another DAG.',
  wrong: `name: countdown
steps:
  - name: again
    call: countdown
`,
  right: `name: countdown
params:
  - LEFT: 3
steps:
  - name: next
    command: echo $((LEFT - 1))
    output: NEXT
  - name: again
    call: countdown
    params:
      LEFT: \${NEXT}
    preconditions: test "$NEXT" -gt 0
`,
  find: ({ dag, steps }) =>
    steps
      .filter(({ step }) => step.call === dag.name && dag.preconditions.length === 0)
      .filter(({ step }) => step.preconditions.length === 0 && step.routedBy.length === 0)
      .map((one) => ({
        range: valueAt(one, one.draft.given.has('call') ? 'call' : 'command'),
        message: `${quoted(dag.name)} calls itself endlessly`,
      })),
};
