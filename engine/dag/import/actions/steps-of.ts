import { isMap, isScalar, isSeq, type Pair, type YAMLMap } from 'yaml';

/** The steps and handlers of a definition, in the order of its text within each. */
export function stepsOf(root: YAMLMap): readonly YAMLMap[] {
  const handlers = ['handler_on', 'handlerOn'].flatMap((key) => valuesOf(root.get(key, true)));
  const steps = root.get('steps', true);
  return [...(isMap(steps) ? valuesOf(steps) : mapsOf(steps)), ...handlers];
}

/** The maps of a list, those of lists within it too; a map stands for a list of one. */
export function mapsOf(node: unknown): readonly YAMLMap[] {
  if (isMap(node)) return [node];
  return isSeq(node) ? node.items.flatMap(mapsOf) : [];
}

/** The pair of a key, the first of several names that it may have. */
export function pairOf(map: YAMLMap, ...names: readonly string[]): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && names.includes(String(key.value)));
}

/** The text of a scalar; null for everything else. */
export function textOf(node: unknown): string | null {
  return isScalar(node) ? String(node.value ?? '') : null;
}

function valuesOf(node: unknown): readonly YAMLMap[] {
  return isMap(node) ? node.items.flatMap(({ value }) => (isMap(value) ? [value] : [])) : [];
}

/** The pairs of a map; none of anything else. */
export function itemsOf(node: unknown): readonly Pair[] {
  return isMap(node) ? node.items : [];
}
