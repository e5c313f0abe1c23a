import { quoted } from '../../source/source-node.ts';
import { stepsOf, valueAt } from '../lint-document.ts';
import type { LintRule } from '../lint-rule.ts';

export const itemNeverUsed: LintRule = {
  code: 'item-never-used',
  title: 'Calls that are all the same',
  why:
    'A step with `params` passes only these to each call. Without `${ITEM}` in them or in `call`, every item makes ' +
    'the same call.',
  fix: 'Use `${ITEM}`, or `${ITEM.key}` of a map, in `params` or `call`; or omit `params`, so that each item is the parameter.',
  wrong: `steps:
  - name: greet
    call: greeting
    parallel: [Ada, Grace]
    params:
      NAME: somebody
---
name: greeting
params:
  - NAME: someone
steps:
  - command: echo "hello $NAME"
`,
  right: `steps:
  - name: greet
    call: greeting
    parallel: [Ada, Grace]
    params:
      NAME: \${ITEM}
---
name: greeting
params:
  - NAME: someone
steps:
  - command: echo "hello $NAME"
`,
  find: (document) =>
    stepsOf(document)
      .filter(({ step }) => step.parallel !== null && step.callParams !== null)
      .filter(({ step: { call, commands, callParams } }) => {
        const told = JSON.stringify([call, commands, callParams]);
        return !/\bITEM\b/.test(told);
      })
      .map((one) => ({
        range: valueAt(one, 'params'),
        message: `every call of ${quoted(one.step.call ?? '')} is the same: \`\${ITEM}\` is not used here`,
      })),
};
