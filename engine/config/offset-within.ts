import { isAlias, isMap, isSeq, type Document, type Node, type Pair } from 'yaml';

/** Where a part of a value stands in the text: the key of an entry, the first character of an element. */
export function offsetWithin(
  document: Document.Parsed,
  node: Node | null,
  path: readonly PropertyKey[],
): number | undefined {
  let at: Node | null | undefined = node;
  let offset: number | undefined;
  for (const part of path) {
    const whole: Node | null | undefined = isAlias(at) ? at.resolve(document) : at;
    if (isMap<Node, Node | null>(whole)) {
      const pair: Pair<Node, Node | null> | undefined = whole.items.find(
        ({ key }) => key.toJS(document) === part,
      );
      if (pair === undefined) return offset;
      offset = pair.key.range?.[0];
      at = pair.value;
    } else if (isSeq<Node>(whole)) {
      at = whole.items[Number(part)];
      offset = at?.range?.[0] ?? offset;
    }
  }
  return offset;
}
