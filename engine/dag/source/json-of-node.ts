import { isNull, type ScalarNode, type SourceNode } from './source-node.ts';

/** Numbers that JSON writes in the same way; others keep their text. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** A value of a file as compact JSON, keys in their order and numbers with their digits. */
export function jsonOfNode(node: SourceNode): string {
  switch (node.kind) {
    case 'scalar':
      return jsonOfScalar(node);
    case 'list':
      return `[${node.items.map(jsonOfNode).join(',')}]`;
    case 'map':
      return `{${node.entries.map(({ key, value }) => `${JSON.stringify(key.text)}:${jsonOfNode(value)}`).join(',')}}`;
  }
}

function jsonOfScalar(node: ScalarNode): string {
  if (isNull(node)) return 'null';
  if (node.plain === 'boolean') return node.text.toLowerCase();
  const isNumber = node.plain === 'integer' || node.plain === 'number';
  return isNumber && JSON_NUMBER.test(node.text) ? node.text : JSON.stringify(node.text);
}
