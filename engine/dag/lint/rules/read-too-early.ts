import { ancestorsOf } from '../../plan.ts';
import { quoted } from '../../source/source-node.ts';
import type { LintDocument, LintStep } from '../lint-document.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { stepReferences } from '../step-references.ts';

export const readTooEarly: LintRule = {
  code: 'read-too-early',
  title: 'A value that is not available yet',
  why:
    'A step sees only the outputs and results of the steps that it depends on, directly or not: a step that runs ' +
    'in parallel or later has no value for it.',
  fix: 'Add the step with the value to `depends`, or move it to an earlier place in the chain.',
  wrong: `type: graph
steps:
  - name: count
    command: ls | wc -l
    output: FILES
  - name: report
    command: echo "$FILES files"
`,
  right: `type: graph
steps:
  - name: count
    command: ls | wc -l
    output: FILES
  - name: report
    command: echo "$FILES files"
    depends: count
`,
  find: (document) => {
    const made = makers(document);
    if (made.size === 0) return [];
    return document.steps.slice(0, MAX_READERS).flatMap((reader, position): Finding[] => {
      const names = namesRead(reader, document).filter(({ name }) => made.has(name));
      if (names.length === 0) return [];
      const before = ancestorsOf(document.plan, position);
      return names.flatMap(({ name, range }): Finding[] => {
        const positions = made.get(name) ?? [];
        if (positions.some((maker) => maker === position || before.has(maker))) return [];
        const maker = document.dag.steps[positions[0] ?? 0]?.name ?? '';
        const message = `${quoted(name)} comes from ${quoted(maker)}, which this step does not depend on`;
        return [{ range, message }];
      });
    });
  },
};

// Each needs a walk to all steps before it. What follows in a longer file is left unchecked.
const MAX_READERS = 1000;

/** For each output and each id that means nothing else, the positions of the steps behind it. */
function makers({ dag }: LintDocument): ReadonlyMap<string, readonly number[]> {
  const taken = new Set([...dag.params, ...dag.env, ...dag.secrets].map(({ name }) => name));
  const made = new Map<string, number[]>();
  dag.steps.forEach(({ output, id }, position) => {
    for (const name of [output?.name, id]) {
      if (!name || taken.has(name)) continue;
      const positions = made.get(name);
      if (positions === undefined) made.set(name, [position]);
      else positions.push(position);
    }
  });
  return made;
}

const VARIABLE = /(?<![\\\w])\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;

/** What a step refers to by name, each once. A name that the step also writes without a dollar sign may be its own. */
function namesRead(step: LintStep, { file: { text } }: LintDocument) {
  const { start, end } = step.draft.at;
  const source = text.slice(start, end);
  const found = new Map<string, { readonly name: string; readonly range: Finding['range'] }>();
  for (const match of source.matchAll(VARIABLE)) {
    const name = match[1] ?? match[2] ?? '';
    const from = start + match.index;
    const range = { start: from, end: from + match[0].length };
    if (!found.has(name) && !writesItself(source, name)) found.set(name, { name, range });
  }
  for (const { reference, range } of stepReferences(step, text)) {
    const { name } = reference;
    if (!found.has(name)) found.set(name, { name, range });
  }
  return [...found.values()];
}

function writesItself(source: string, name: string): boolean {
  return new RegExp(String.raw`(?<![$\w{])${name}\b`).test(source);
}
