import { stepsOf } from '../../lint-document.ts';
import type { Finding, LintRule } from '../../lint-rule.ts';

export const signalForNoProcess: LintRule = {
  code: 'signal-for-no-process',
  title: 'A signal for a step without a process',
  why:
    'A stop sends `signal_on_stop` to the process of a step. Calls of DAGs, routers and approvals have none: a stop ends ' +
    'them at once, and the steps of a called DAG get their own signal.',
  fix: 'Remove it, or set it on the steps of the called DAG.',
  wrong: `steps:
  - call: child
    signal_on_stop: SIGINT
---
name: child
steps:
  - command: echo working
`,
  right: `steps:
  - call: child
---
name: child
steps:
  - command: echo working
    signal_on_stop: SIGINT
`,
  find: (document) =>
    stepsOf(document).flatMap(({ step, draft }): Finding[] => {
      const entry = draft.given.get('signal_on_stop');
      if (entry === undefined || !withoutProcess.has(step.type)) return [];
      const message = `\`signal_on_stop\` has no effect: a step of \`type: ${step.type}\` has no process`;
      return [{ range: entry.key, message }];
    }),
};

const withoutProcess: ReadonlySet<string> = new Set(['dag', 'router', 'hitl']);
