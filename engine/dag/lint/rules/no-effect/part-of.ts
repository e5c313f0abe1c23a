import type { MapEntry, SourceNode } from '../../../source/source-node.ts';

/** The entry of a key in what should be a map. */
export function partOf(node: SourceNode | undefined, key: string): MapEntry | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key.text === key) : undefined;
}
