import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { isDagName } from '../../../contract/fields.ts';
import { uniqueName } from '../safe-name.ts';
import type { CallableDags } from './dag-names.ts';
import { pairOf, textOf } from './steps-of.ts';

/** Characters of the name of a step. */
const LONGEST_STEP = 40;

/** Gives a DAG a name that it can have here. Returns what became of the other one; null: nothing. */
export function turnDagName(root: YAMLMap, dags: CallableDags): string | null {
  const name = root.get('name', true);
  const written = textOf(name);
  if (!isScalar(name) || written === null || written === '' || isDagName(written)) return null;
  const given = dags.get(written) ?? uniqueName(written, new Set());
  name.value = given;
  return `The name \`${written}\` became \`${given}\`: a name has 1 to 40 letters, digits, dashes, dots and underscores.`;
}

/** Shortens names of steps, also where other steps name them. Returns what became of each, by its step. */
export function turnStepNames(steps: readonly YAMLMap[]): ReadonlyMap<YAMLMap, string> {
  const taken = new Set(steps.map((step) => (textOf(step.get('name', true)) ?? '').toLowerCase()));
  const names = new Map<string, string>();
  const remarks = new Map<YAMLMap, string>();
  for (const step of steps) {
    const name = step.get('name', true);
    const written = textOf(name);
    if (!isScalar(name) || written === null || [...written].length <= LONGEST_STEP) continue;
    const short = uniqueName(written, taken, shortened);
    names.set(written, short);
    name.value = short;
    remarks.set(step, `The name \`${written}\` was shortened: a step's has at most 40 characters.`);
  }
  if (names.size > 0) for (const step of steps) renameIn(step, names);
  return remarks;
}

const shortened = (name: string, most: number): string => [...name].slice(0, most).join('').trim();

function renameIn(step: YAMLMap, names: ReadonlyMap<string, string>): void {
  const depends = pairOf(step, 'depends')?.value;
  const routes = pairOf(step, 'routes')?.value;
  const targets = isMap(routes) ? routes.items.map(({ value }) => value) : [];
  for (const node of [depends, ...targets]) renameTexts(node, names);
}

function renameTexts(node: unknown, names: ReadonlyMap<string, string>): void {
  if (isSeq(node)) for (const item of node.items) renameTexts(item, names);
  if (isScalar(node)) node.value = names.get(textOf(node) ?? '') ?? node.value;
}
