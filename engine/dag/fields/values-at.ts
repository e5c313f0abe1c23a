import { readParamItem, splitParamText, ParamTextError } from '../param-text.ts';
import { jsonOfNode } from '../source/json-of-node.ts';
import { isNull, type MapNode, type SourceNode } from '../source/source-node.ts';

/** A value of a parameter as it is written, and where. */
export interface ValueAt {
  readonly name: string;
  readonly text: string;
  readonly node: SourceNode;
}

/** The values of `params` with a `schema`, then the defaults of an inline schema that none of them replaces. */
export function valuesAt(form: MapNode): readonly ValueAt[] {
  const values = namedValues(valueOf(form, 'values'));
  const given = new Set(values.map(({ name }) => name));
  const defaults = namedNodes(valueOf(valueOf(form, 'schema'), 'properties')).flatMap(
    ({ name, node: property }) => {
      const node = valueOf(property, 'default');
      return node === undefined || given.has(name) ? [] : [{ name, node, text: textOf(node) }];
    },
  );
  return [...values, ...defaults].filter(({ node }) => !isNull(node));
}

/** The value of a key; undefined where there is no map, or none in it. */
export const valueOf = (node: SourceNode | undefined, key: string): SourceNode | undefined =>
  node?.kind === 'map' ? node.entries.find((entry) => entry.key.text === key)?.value : undefined;

const textOf = (node: SourceNode): string =>
  node.kind === 'scalar' ? node.text : jsonOfNode(node);

/** Those of a map, of a line (`A=x B=2`), or of a list of both. Values without a name have none here. */
function namedValues(node: SourceNode | undefined): readonly ValueAt[] {
  if (node?.kind === 'scalar') return named(paramsIn(node.text), node);
  if (node?.kind === 'list')
    return node.items.flatMap((item) =>
      item.kind === 'scalar' ? named([readParamItem(item.text)], item) : namedValues(item),
    );
  return namedNodes(node).map((one) => ({ ...one, text: textOf(one.node) }));
}

function namedNodes(node: SourceNode | undefined): readonly Pick<ValueAt, 'name' | 'node'>[] {
  return node?.kind === 'map'
    ? node.entries.map(({ key, value }) => ({ name: key.text, node: value }))
    : [];
}

const named = (params: ReturnType<typeof splitParamText>, node: SourceNode): readonly ValueAt[] =>
  params.flatMap(({ name, value }) => (name === null ? [] : [{ name, text: value, node }]));

/** A line that cannot be read is an error by itself. */
function paramsIn(text: string): ReturnType<typeof splitParamText> {
  try {
    return splitParamText(text);
  } catch (error) {
    if (error instanceof ParamTextError) return [];
    throw error;
  }
}
