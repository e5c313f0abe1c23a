import { suggest } from '../../../lib/suggest.ts';
import { quoted } from '../../source/source-node.ts';
import { stepsOf, valueAt, type LintStep } from '../lint-document.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

export const unknownDag: LintRule = {
  code: 'unknown-dag',
  title: 'A call of a DAG that does not exist',
  why:
    'No document of the file and no stored DAG has this name, so the step would fail. You can still create it before the run, ' +
    'so this is not an error. Paths and names with variables are not checked.',
  mend: 'Correct the name, or create the DAG.',
  wrong: `steps:
  - name: clean
    call: clean-up
---
name: cleanup
steps:
  - command: echo cleaning
`,
  right: `steps:
  - name: clean
    call: cleanup
---
name: cleanup
steps:
  - command: echo cleaning
`,
  find: (document) => {
    const { storedDags, dags } = document.file;
    if (storedDags === null) return [];
    const known = new Set([...storedDags, ...dags.map(({ name }) => name)]);
    return stepsOf(document).flatMap((one) => findUnknown(one, known));
  },
};

function findUnknown(one: LintStep, known: ReadonlySet<string>): readonly Finding[] {
  const { call } = one.step;
  if (call === null || /[/\\$`]/.test(call)) return [];
  if (known.has(call) || known.has(call.replace(/\.ya?ml$/, ''))) return [];
  const range = valueAt(one, one.draft.given.has('call') ? 'call' : 'command');
  const meant = suggest(call, known);
  const message = `DAG ${quoted(call)} not found`;
  if (meant === undefined) return [{ range, message }];
  return [{ range, message: `${message}: did you mean ${quoted(meant)}?`, suggestion: meant }];
}
