import { suggest } from '../../../lib/suggest.ts';
import { quoted, type Range } from '../../source/source-node.ts';
import { stepsOf, valueAt, type LintStep } from '../lint-document.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

export const unknownDag: LintRule = {
  code: 'unknown-dag',
  title: 'A call of a DAG that does not exist',
  why:
    'No document of the file and no stored DAG has this name, so the step would fail. You can still create it before the run, ' +
    'so this is not an error. Paths and names with variables are not checked.',
  fix: 'Correct the name, or create the DAG.',
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
    const tools = document.dag.llm === null ? [] : document.dag.llm.tools;
    const at = document.given.get('llm')?.value;
    return [
      ...(at === undefined ? [] : tools.flatMap((name) => findTool(name, at, known))),
      ...stepsOf(document).flatMap((one) => [
        ...findUnknown(one, known),
        ...(one.step.llm?.tools ?? []).flatMap((name) =>
          findTool(name, valueAt(one, 'llm'), known),
        ),
      ]),
    ];
  },
};

const isKnown = (name: string, known: ReadonlySet<string>): boolean =>
  /[/\\$`]/.test(name) || known.has(name) || known.has(name.replace(/\.ya?ml$/, ''));

/** A tool of a model. It stands among other things, so nothing is offered in their place. */
function findTool(name: string, range: Range, known: ReadonlySet<string>): readonly Finding[] {
  if (isKnown(name, known)) return [];
  const meant = suggest(name, known);
  const hint = meant === undefined ? '' : `: did you mean ${quoted(meant)}?`;
  return [{ range, message: `DAG ${quoted(name)} of \`tools\` not found${hint}` }];
}

function findUnknown(one: LintStep, known: ReadonlySet<string>): readonly Finding[] {
  const { call } = one.step;
  if (call === null || isKnown(call, known)) return [];
  const range = valueAt(one, one.draft.given.has('call') ? 'call' : 'command');
  const meant = suggest(call, known);
  const message = `DAG ${quoted(call)} not found`;
  if (meant === undefined) return [{ range, message }];
  return [{ range, message: `${message}: did you mean ${quoted(meant)}?`, suggestion: meant }];
}
