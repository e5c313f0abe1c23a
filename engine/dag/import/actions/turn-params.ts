import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import { pairOf, textOf } from './steps-of.ts';
import { listNode, mapNode, textNode } from './written.ts';

/** Keys of a parameter in the form that says its type, besides `name`. */
const typedKeys = [
  ...['type', 'default', 'description', 'required', 'enum', 'pattern', 'eval'],
  ...['minimum', 'maximum', 'min_length', 'max_length', 'minLength', 'maxLength'],
];

const schemaKeys: Readonly<Record<string, string>> = {
  min_length: 'minLength',
  max_length: 'maxLength',
};

/**
 * Parameters that are maps of `name`, `type` and more become a schema: read as plain ones, each key would be a parameter. Returns
 * whether there were any.
 */
export function turnParams(root: YAMLMap): boolean {
  const params = root.get('params', true);
  if (isMap(params) && isMap(params.get('properties', true))) {
    root.set('params', mapNode({ schema: params }));
    return true;
  }
  if (!isSeq(params) || !params.items.some(isTyped)) return false;
  const properties = mapNode({});
  const required: string[] = [];
  for (const item of params.items) {
    if (!isMap(item)) return false;
    if (isTyped(item)) addTyped(item, { properties, required });
    else addPlain(item.items, properties);
  }
  const needs = required.length === 0 ? {} : { required: listNode(required.map(textNode)) };
  root.set('params', mapNode({ schema: mapNode({ type: 'object', properties, ...needs }) }));
  return true;
}

function isTyped(item: unknown): boolean {
  if (!isMap(item) || !item.has('name') || item.items.length < 2) return false;
  return item.items.every(({ key }) => ['name', ...typedKeys].includes(textOf(key) ?? ''));
}

function addTyped(
  item: YAMLMap,
  { properties, required }: { readonly properties: YAMLMap; readonly required: string[] },
): void {
  const name = textOf(item.get('name', true)) ?? '';
  if (textOf(item.get('required', true)) === 'true') required.push(name);
  const kept = item.items.filter(({ key }) => !/^(?:name|required)$/.test(textOf(key) ?? ''));
  const property = mapNode({});
  property.items = kept;
  for (const { key } of kept) {
    if (isScalar(key)) key.value = schemaKeys[textOf(key) ?? ''] ?? key.value;
  }
  properties.set(textNode(name), property);
}

function addPlain(pairs: readonly Pair[], properties: YAMLMap): void {
  for (const { key, value } of pairs) {
    const property = mapNode({});
    property.set('default', value);
    properties.set(key, property);
  }
}

/** Arguments of the shell stood beside it. Returns whether they did. */
export function turnShellArgs(root: YAMLMap): boolean {
  const args = pairOf(root, 'shell_args', 'shellArgs');
  const shell = pairOf(root, 'shell');
  const program = textOf(shell?.value);
  if (args === undefined || shell === undefined || program === null || !isSeq(args.value))
    return false;
  const words = [...program.split(/\s+/).map(textNode), ...args.value.items];
  shell.value = listNode(words as Node[]);
  root.items.splice(root.items.indexOf(args), 1);
  return true;
}

/** Tags were called labels. Returns whether they were. */
export function turnLabels(root: YAMLMap): boolean {
  const pair = pairOf(root, 'labels');
  if (pair === undefined || root.has('tags') || !isScalar(pair.key)) return false;
  pair.key.value = 'tags';
  return true;
}
