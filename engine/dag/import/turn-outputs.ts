import { isMap, isScalar, isSeq, Pair, Scalar, visit, type Node, type YAMLMap } from 'yaml';
import { itemsOf, pairOf, stepsOf, textOf } from './actions/steps-of.ts';
import { listNode, textNode } from './actions/written.ts';
import { isTemplate } from './turn-references.ts';
import { problemAt, remarkAt, UNCHANGED, type Note, type Written } from './note.ts';

/** What a reference to a part of an output becomes: a variable, or a text. */
type Part =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'text'; readonly text: string };

/**
 * Makes a variable of each `output` that has parts: it holds what the step prints, and the references to the parts
 * (`${steps.ID.outputs.KEY}`) read it.
 */
export function turnOutputs(root: YAMLMap, isGraph: boolean): Written {
  const all = stepsOf(root).filter(hasParts);
  if (all.length === 0) return UNCHANGED;
  const notes = all.map((step) => turnOutput(root, step, isGraph));
  return { hasChanged: notes.some(({ isProblem }) => !isProblem), notes };
}

/** A map of `name` and what goes with it is the form of today here. */
function hasParts(step: YAMLMap): boolean {
  const output = step.get('output', true);
  if (!isMap(output)) return false;
  const isNamed = isScalar(output.get('name', true));
  return !isNamed || output.items.some(({ key }) => !/^(?:name|key|omit)$/.test(textOf(key) ?? ''));
}

function turnOutput(root: YAMLMap, step: YAMLMap, isGraph: boolean): Note {
  const pair = pairOf(step, 'output');
  const parts = new Map<string, Part>();
  for (const { key, value } of itemsOf(pair?.value)) {
    const part = partOf(value);
    const name = textOf(key) ?? '';
    if (part === null) return problemAt(step, noPart(name));
    parts.set(name, part);
  }
  const id = textOf(step.get('id', true)) ?? textOf(step.get('name', true)) ?? 'step';
  const variable = variableFor(root, id);
  const readers = replaceReferences(root, { id, variable, parts });
  if (isGraph) for (const reader of readers) waitFor(reader, step);
  if (pair === undefined) return remarkAt(step, '');
  const isPrinted = [...parts.values()].some(({ kind }) => kind === 'path');
  if (isPrinted) pair.value = textNode(variable);
  else step.items.splice(step.items.indexOf(pair), 1);
  return remarkAt(step, isPrinted ? becameVariable(variable) : BECAME_TEXT);
}

const noPart = (name: string): string =>
  `\`${name}\` of \`output\` has no counterpart here: print the values as JSON, write \`output: NAME\`, and read them as \`\${NAME.${name}}\``;
const becameVariable = (name: string): string =>
  `\`output\` became the variable \`${name}\`, which holds all that the step prints. The outputs of the run have that in place of its parts, and what is no JSON fails nothing.`;
const BECAME_TEXT =
  'The texts of `output` stand where they were read. The outputs of the run do not have them.';

const reserved = /^(?:value|from|path|decode|select)$/;

/** Null for one that is read in a way that nothing here does. */
function partOf(value: unknown): Part | null {
  const isSpec = isMap(value) && value.items.some(({ key }) => reserved.test(textOf(key) ?? ''));
  if (!isSpec) return literal(value);
  const of = (key: string): string => textOf(value.get(key, true)) ?? '';
  if (value.has('value')) return literal(value.get('value', true));
  const select = /^\.?((?:[A-Za-z_]\w*(?:\[\d+\])*\.?)*)$/.exec(of('select'))?.[1];
  const isJson = of('decode') === 'json' || (of('decode') === '' && of('select') === '');
  if (of('from') !== 'stdout' || value.has('path') || select === undefined) return null;
  if (!isJson && of('decode') !== 'text') return null;
  return { kind: 'path', path: select === '' ? '' : `.${select}` };
}

/** A text that means the same in any place, quoted or not. */
function literal(value: unknown): Part | null {
  const text = textOf(value);
  return text !== null && /^[\w@%+=:,./-]+$/.test(text) ? { kind: 'text', text } : null;
}

/** A name that is like the id, and stands nowhere yet. */
function variableFor(root: YAMLMap, id: string): string {
  const stem = `${id
    .toUpperCase()
    .replace(/\W+/g, '_')
    .replace(/^(?=\d)/, '_')}_OUTPUT`;
  const text = String(root);
  let name = stem;
  for (let number = 2; text.includes(name); number++) name = `${stem}_${number}`;
  return name;
}

interface Replaced {
  readonly id: string;
  readonly variable: string;
  readonly parts: ReadonlyMap<string, Part>;
}

/** Returns the steps that had some. */
function replaceReferences(root: YAMLMap, { id, variable, parts }: Replaced): ReadonlySet<YAMLMap> {
  const steps = new Set(stepsOf(root));
  const readers = new Set<YAMLMap>();
  const escaped = id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const reference = new RegExp(
    `\\$\\{\\{?\\s*(?:steps\\.)?${escaped}\\.outputs?\\.([A-Za-z_]\\w*)((?:\\.\\w+|\\[\\d+\\])*)\\s*\\}\\}?`,
    'g',
  );
  visit(root, {
    Scalar: (_, scalar, path) => {
      if (typeof scalar.value !== 'string' || isTemplate(path.at(-1))) return;
      const before = scalar.value;
      scalar.value = before.replace(reference, (whole, key: string, rest: string) => {
        const part = parts.get(key);
        if (part === undefined) return whole;
        return part.kind === 'text' ? part.text : `\${${variable}${part.path}${rest}}`;
      });
      if (scalar.value === before) return;
      for (const node of path) if (isMap(node) && steps.has(node)) readers.add(node);
    },
  });
  return readers;
}

/** A reference to an output was a dependency as well. */
function waitFor(reader: YAMLMap, step: YAMLMap): void {
  const ids = ['name', 'id'].flatMap((key) => textOf(step.get(key, true)) ?? []);
  const [name] = ids;
  if (name === undefined || reader === step) return;
  const pair = pairOf(reader, 'depends');
  const given = isSeq(pair?.value) ? pair.value.items : pair === undefined ? [] : [pair.value];
  if (given.some((one) => ids.includes(textOf(one) ?? ''))) return;
  const depends = listNode([...(given as Node[]), textNode(name)]);
  if (pair === undefined) reader.items.push(new Pair(new Scalar('depends'), depends));
  else pair.value = depends;
}
