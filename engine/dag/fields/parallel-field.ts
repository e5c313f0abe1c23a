import type { Parallel, ParallelItem } from '../definition.ts';
import { jsonOfNode } from '../source/json-of-node.ts';
import { describeNode, isNull, type SourceNode } from '../source/source-node.ts';
import type { FieldSet, Place, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { integer, text } from './scalar-types.ts';

const MOST_ITEMS = 1000;
const MOST_AT_ONCE = 10;

type Items = Parallel['items'];

/** A list of items, or text that names a variable which holds them. */
const items: ValueType<Items> = {
  read: (node, place) => {
    if (node.kind === 'list') return readList(node.items, node, place);
    if (node.kind === 'scalar' && node.text.trim() !== '') return { kind: 'text', text: node.text };
    const found = describeNode(node);
    place.report.error(
      node,
      `${place.label} must be a list or the name of a variable, got ${found}`,
    );
    return undefined;
  },
  schema: {
    anyOf: [
      text.schema,
      {
        type: 'array',
        maxItems: MOST_ITEMS,
        items: { type: ['string', 'number', 'boolean', 'object'] },
      },
    ],
  },
};

function readList(
  nodes: readonly SourceNode[],
  list: SourceNode,
  { label, report }: Place,
): Items | undefined {
  if (nodes.length > MOST_ITEMS) {
    report.error(list, `${label} may have at most ${MOST_ITEMS} items, got ${nodes.length}`);
    return undefined;
  }
  const read = nodes.flatMap((node): ParallelItem[] => {
    if (node.kind === 'scalar' && !isNull(node)) return [{ kind: 'scalar', text: node.text }];
    if (node.kind === 'map') return [{ kind: 'object', entries: node.entries.map(readEntry) }];
    report.error(node, `${label} holds ${describeNode(node)} where text or a map belongs`);
    return [];
  });
  return { kind: 'list', items: read };
}

function readEntry({
  key,
  value,
}: {
  readonly key: { readonly text: string };
  readonly value: SourceNode;
}) {
  const isText = value.kind === 'scalar';
  return { name: key.text, value: isText ? (isNull(value) ? '' : value.text) : jsonOfNode(value) };
}

const parallelFields: FieldSet<{ readonly items: Items | null; readonly maxConcurrent: number }> = {
  what: 'parallel',
  fields: {
    items: {
      key: 'items',
      about: 'A list of texts or maps, or `${VARIABLE}` that holds a JSON list or lines of text.',
      type: items,
      fallback: null,
    },
    maxConcurrent: {
      key: 'max_concurrent',
      about: 'How many calls may run at the same time.',
      type: integer({ min: 1 }),
      fallback: MOST_AT_ONCE,
    },
  },
  unavailable: [],
  replaced: {},
};

const parallelMap = mapValue({
  set: parallelFields,
  required: ['items'],
  build: ({ values }): Parallel | undefined =>
    values.items === null ? undefined : { ...values, items: values.items },
});

/** The items alone, or a map of `items` and `max_concurrent`. */
export const parallel: ValueType<Parallel> = {
  read: (node, place) => {
    if (node.kind === 'map') return parallelMap.read(node, place);
    const read = items.read(node, place);
    return read && { items: read, maxConcurrent: MOST_AT_ONCE };
  },
  schema: { anyOf: [items.schema, parallelMap.schema] },
};
