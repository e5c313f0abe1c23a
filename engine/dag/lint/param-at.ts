import type { ParamDefinition } from '../definition.ts';
import type { Range, SourceNode } from '../source/source-node.ts';
import { locate } from './step-references.ts';

/** Where a parameter is defined in the value of `params`; the value where that is no list and no map of it. */
export function paramAt(
  node: SourceNode,
  { name }: Pick<ParamDefinition, 'name'>,
  text: string,
): Range {
  const items = node.kind === 'list' ? node.items : [node];
  for (const item of items) {
    const key = item.kind === 'map' ? item.entries.find((one) => one.key.text === name)?.key : null;
    if (key) return key;
  }
  return locate(name, node, text);
}
