import type { Parallel, TextOrJson } from '../definition.ts';
import { jsonOfNode } from '../source/json-of-node.ts';
import { describeNode, type SourceNode } from '../source/source-node.ts';
import type { FieldSet, FieldContext, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { integer, text } from './scalar-types.ts';

const MAX_ITEMS = 1000;
const MAX_AT_ONCE = 10;

type Items = Parallel['items'];

/** A list of items, or text that names a variable which holds them. */
const items: ValueType<Items> = {
  read: (node, context) => {
    if (node.kind === 'list') return readList(node.items, node, context);
    if (node.kind === 'scalar' && node.text.trim() !== '') return { kind: 'text', text: node.text };
    const found = describeNode(node);
    context.report.error(
      node,
      `${context.label} must be a list or the name of a variable, got ${found}`,
    );
    return undefined;
  },
  schema: {
    anyOf: [text.schema, { type: 'array', maxItems: MAX_ITEMS }],
  },
};

function readList(
  nodes: readonly SourceNode[],
  list: SourceNode,
  { label, report }: FieldContext,
): Items | undefined {
  if (nodes.length <= MAX_ITEMS) return { kind: 'list', items: nodes.map(readItem) };
  report.error(list, `${label} can have at most ${MAX_ITEMS} items, got ${nodes.length}`);
  return undefined;
}

function readItem(node: SourceNode): TextOrJson {
  const isText = node.kind === 'scalar' && node.plain === 'text';
  return isText ? { kind: 'text', text: node.text } : { kind: 'json', json: jsonOfNode(node) };
}

const parallelFields: FieldSet<{ readonly items: Items | null; readonly maxConcurrent: number }> = {
  what: 'parallel',
  fields: {
    items: {
      key: 'items',
      about:
        'A list of values, or a `${VARIABLE}` with a JSON list, a JSON object, one JSON value per line, or lines of text.',
      type: items,
      fallback: null,
    },
    maxConcurrent: {
      key: 'max_concurrent',
      about: 'Maximum number of calls that run at the same time.',
      type: integer({ min: 1 }),
      fallback: MAX_AT_ONCE,
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
  read: (node, context) => {
    if (node.kind === 'map') return parallelMap.read(node, context);
    const read = items.read(node, context);
    return read && { items: read, maxConcurrent: MAX_AT_ONCE };
  },
  schema: { anyOf: [items.schema, parallelMap.schema] },
};
