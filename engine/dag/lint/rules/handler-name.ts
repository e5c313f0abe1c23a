import { nameAt } from '../lint-document.ts';
import type { LintRule } from '../lint-rule.ts';

export const handlerName: LintRule = {
  code: 'handler-name',
  title: 'A handler with a name',
  why:
    'A handler is called by its event in runs, logs and `DAG_RUN_STEP_NAME`: `onInit`, `onSuccess`, `onFailure`, `onAbort`, ' +
    '`onWait` or `onExit`. A name of its own has no effect.',
  fix: 'Remove it. References to its outputs go by `id`; what it is for can stand in `description`.',
  wrong: `steps:
  - command: echo working
handler_on:
  exit:
    name: clean up
    command: echo cleaning
`,
  right: `steps:
  - command: echo working
handler_on:
  exit:
    description: Cleans up.
    command: echo cleaning
`,
  find: ({ handlers }) =>
    handlers
      .filter(({ draft }) => draft.nameAt !== null)
      .map((handler) => ({
        range: nameAt(handler),
        message: `\`name\` has no effect: the handler is called \`${handler.step.name}\``,
      })),
};
