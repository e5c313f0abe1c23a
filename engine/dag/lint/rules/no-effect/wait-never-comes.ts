import { keyAt, stepsOf, type LintDocument } from '../../lint-document.ts';
import type { Finding, LintRule } from '../../lint-rule.ts';
import { partOf } from './part-of.ts';

export const waitNeverComes: LintRule = {
  code: 'wait-never-comes',
  title: 'A handler or mail for a wait that never comes',
  why:
    'A run waits for a person at a step of `type: hitl`, or while a DAG that it calls waits. Without such steps the handler ' +
    '`wait` never runs, and `mail_on.wait` sends nothing.',
  fix: 'Add the step that asks for approval, or remove the handler or the mail.',
  wrong: `handler_on:
  wait:
    command: echo somebody must approve
steps:
  - command: echo working
`,
  right: `steps:
  - command: echo working
`,
  find: (document) => {
    if (stepsOf(document).some(({ step }) => waitingTypes.has(step.type))) return [];
    return [...ofHandler(document), ...ofMail(document)];
  },
};

/** A model may call DAGs as well, as its tools. */
const waitingTypes: ReadonlySet<string> = new Set(['hitl', 'dag', 'chat']);

function ofHandler({ given, dag }: LintDocument): readonly Finding[] {
  const entry = partOf(given.get('handler_on')?.value, 'wait');
  if (entry === undefined || dag.handlerOn.wait === undefined) return [];
  return [{ range: entry.key, message: 'this handler never runs: no step waits for approval' }];
}

function ofMail({ given, dag }: LintDocument): readonly Finding[] {
  const node = given.get('mail_on')?.value;
  if (node === undefined || !dag.mailOn.wait) return [];
  const message = 'this mail is never sent: no step waits for approval';
  return partOf(node, 'wait') === undefined ? [] : [{ range: keyAt(node, 'wait'), message }];
}
