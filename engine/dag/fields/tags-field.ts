import { describeNode, isNull, quoted, type SourceNode } from '../source/source-node.ts';
import { MAX_TAGS } from '../limits.ts';
import { normalizeTag, splitTags } from '../tags.ts';
import type { FieldContext, ValueType } from './field.ts';

interface Written {
  readonly tag: string;
  readonly node: SourceNode;
}

/** Tags separated by spaces or commas, a map, or a list of `key=value` texts and maps. */
export const tags: ValueType<readonly string[]> = {
  read: (node, context) => {
    const normal = new Set<string>();
    const all = written(node, context);
    if (all.length > MAX_TAGS) {
      context.report.error(node, `${context.label}: there are more than ${MAX_TAGS} tags`);
      return undefined;
    }
    for (const { tag, node: at } of all) {
      const normalized = normalizeTag(tag);
      if (normalized === null)
        context.report.error(at, `the tag ${quoted(tag)} is not valid: ${RULE}`);
      else normal.add(normalized);
    }
    return [...normal];
  },
  schema: { type: ['string', 'number', 'boolean', 'object', 'array'] },
};

const RULE =
  '`key` or `key=value`; a key has 1 to 63 letters, digits, `-`, `_` or `.` and starts with a letter or digit, ' +
  'a value has up to 255 of these or `/`';

function written(node: SourceNode, context: FieldContext): readonly Written[] {
  if (node.kind === 'scalar') return splitTags(node.text).map((tag) => ({ tag, node }));
  if (node.kind === 'map') return mapTags(node, context);
  return node.items.flatMap((item) => {
    if (item.kind === 'map') return mapTags(item, context);
    if (item.kind === 'scalar' && !isNull(item)) return [{ tag: item.text, node: item }];
    context.report.error(item, `${context.label} has ${describeNode(item)} instead of a tag`);
    return [];
  });
}

function mapTags(map: SourceNode & { kind: 'map' }, context: FieldContext): readonly Written[] {
  return map.entries.flatMap(({ key, value }) => {
    const node = { ...key, end: Math.max(key.end, value.end) };
    if (value.kind === 'scalar')
      return [{ tag: isNull(value) ? key.text : `${key.text}=${value.text}`, node }];
    const found = describeNode(value);
    context.report.error(
      value,
      `the value of the tag ${quoted(key.text)} must be text, got ${found}`,
    );
    return [];
  });
}
