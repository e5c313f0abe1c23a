import { isMap, isScalar, isSeq, parse } from 'yaml';
import { textOf } from './steps-of.ts';

/** What a node is as JSON: a scalar without quotes is what it reads as. */
export function valueOf(node: unknown): unknown {
  if (isSeq(node)) return node.items.map(valueOf);
  if (isMap(node))
    return Object.fromEntries(node.items.map(({ key, value }) => [textOf(key), valueOf(value)]));
  const text = textOf(node) ?? '';
  return isScalar(node) && node.type === 'PLAIN' ? (parse(text) as unknown) : text;
}
