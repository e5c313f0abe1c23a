import { valueSources } from '../base.ts';
import { suggest } from '../../lib/suggest.ts';
import { readDocuments, type LoadOptions } from '../load-dag.ts';
import type { ManualField } from '../manual/manual-fields.ts';
import { lineIndex, type Position } from '../source/line-index.ts';
import { explainRoot, fileSource, type Explained } from './explain-root.ts';
import { isNull } from '../source/source-node.ts';
import { explainStep, namedSteps, type NamedStep } from './explain-step.ts';
import type { ExplainResult, Explanation } from './explanation.ts';
import { writtenValue } from './plain-value.ts';

/**
 * What the manual says of a key, and what holds for it in a file: the first document, with its base. A path is
 * `timeout_sec` for a key of the DAG, `fetch` for all of a step, `fetch.retry_policy.limit` for a part of one,
 * `handler_on.exit.command` for a handler, and the empty text for all of the DAG. Never throws.
 */
export function explainDag(text: string, options: LoadOptions, path: string): ExplainResult {
  const { report, documents } = readDocuments(text, options);
  const [read] = documents;
  if (!read || report.hasErrors()) return { kind: 'faulty', issues: report.issues() };
  const base = options.base ?? null;
  const given = new Set(read.given.keys());
  const sources = valueSources(base, { given, handlers: !options.asCalled });
  const explained: Explained = { read, base, sources, positionOf: lineIndex(text) };
  if (path === '')
    return { kind: 'all', what: read.dag.name, explanations: explainRoot(explained) };
  return find(path, explained, options);
}

function find(path: string, explained: Explained, { stepTypes }: LoadOptions): ExplainResult {
  const root = explainRoot(explained);
  const { positionOf } = explained;
  const ofDag = findIn(root, path, positionOf);
  if (ofDag && !ofDag.field.path.startsWith('handler_on.'))
    return { kind: 'one', explanation: ofDag };
  const steps = namedSteps(explained);
  const { one, rest } = findStep(steps, path);
  if (!one) return ofDag ? { kind: 'one', explanation: ofDag } : unknownPath(path, root, steps);
  const keys = explainStep(one, explained, stepTypes);
  if (rest === '') return { kind: 'all', what: one.step.name, explanations: keys };
  const ofStep = findIn(keys, rest, positionOf);
  return ofStep ? { kind: 'one', explanation: ofStep } : unknownKey(rest, keys, one.step.name);
}

/** The step that the longest beginning of a path names: names may hold dots. */
function findStep(
  steps: readonly NamedStep[],
  path: string,
): { readonly one: NamedStep | undefined; readonly rest: string } {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const one = steps.find(({ words }) => words.includes(path.slice(0, end)));
    if (one) return { one, rest: path.slice(end + 1) };
  }
  return { one: undefined, rest: '' };
}

/** A key by its path, within maps too. */
function findIn(
  explanations: readonly Explanation[],
  path: string,
  positionOf: (offset: number) => Position,
): Explanation | undefined {
  const [key = '', ...below] = path.split('.');
  let found = explanations.find(({ field }) => field.key === key);
  for (const word of below) {
    const field = found?.field.fields.find((one) => one.key === word);
    found = found && field && part(found, field, positionOf);
  }
  return found;
}

/** A part of a map. Where the file writes the map in a short form, the part has the value of its absence. */
function part(
  whole: Explanation,
  field: ManualField,
  positionOf: (offset: number) => Position,
): Explanation {
  const path = `${whole.path}.${field.key}`;
  const { node } = whole;
  // What a map looks like in use shows its parts too.
  const shown = field.examples.length > 0 ? field : { ...field, examples: whole.field.examples };
  const entry = node?.kind === 'map' && node.entries.find(({ key }) => key.text === field.key);
  if (entry && !isNull(entry.value)) {
    const source = fileSource(entry.value, positionOf);
    return { field: shown, path, value: writtenValue(entry.value), source, node: entry.value };
  }
  const value = node === null ? valueOf(whole.value, field.key) : undefined;
  const fallback = field.fallback === null ? null : (JSON.parse(field.fallback) as unknown);
  const source = value === undefined ? ({ kind: 'default' } as const) : whole.source;
  return { field: shown, path, value: value ?? fallback, source, node: null };
}

function valueOf(map: unknown, key: string): unknown {
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return undefined;
  return Object.entries(map).find(([name]) => name === key)?.[1] ?? undefined;
}

function unknownPath(
  path: string,
  root: readonly Explanation[],
  steps: readonly NamedStep[],
): ExplainResult {
  const [first = ''] = path.split('.');
  const names = steps.flatMap(({ step }) => [step.name, ...(step.id === null ? [] : [step.id])]);
  const meant = suggest(first, [...root.map(({ field }) => field.key), ...names]);
  return unknown(`No step or key of a DAG is named ${JSON.stringify(first)}`, meant);
}

function unknownKey(path: string, keys: readonly Explanation[], step: string): ExplainResult {
  let known = keys.map(({ field }) => field);
  let where = `the step ${JSON.stringify(step)}`;
  const word = path.split('.').find((key) => {
    const field = known.find((one) => one.key === key);
    if (!field) return true;
    known = [...field.fields];
    where = `\`${key}\``;
    return false;
  });
  const meant = suggest(
    word ?? '',
    known.map(({ key }) => key),
  );
  return unknown(`No key of ${where} is named ${JSON.stringify(word)}`, meant);
}

function unknown(message: string, meant: string | undefined): ExplainResult {
  const hint = meant === undefined ? '.' : `: did you mean \`${meant}\`?`;
  return { kind: 'unknown', message: message + hint };
}
