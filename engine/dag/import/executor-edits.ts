import type { MapEntry, MapNode, SourceNode } from '../source/source-node.ts';
import { columnOf, type TextEdit } from './text-edits.ts';

/**
 * What puts `type` and `config` in the place of each `executor` that begins at one of these offsets. One that is written
 * in a way that cannot be taken apart (an alias, further keys) stays, and the loader names it.
 */
export function executorEdits(
  text: string,
  roots: readonly SourceNode[],
  offsets: ReadonlySet<number>,
): readonly TextEdit[] {
  const found = roots.flatMap((root) => [...entriesAt(root, offsets)]);
  const unique = new Map(found.map(([map, entry]) => [entry.key.start, { map, entry }]));
  return [...unique.values()].flatMap(({ map, entry }) => editsOf(text, map, entry));
}

function* entriesAt(
  node: SourceNode,
  offsets: ReadonlySet<number>,
): Generator<readonly [MapNode, MapEntry]> {
  if (node.kind === 'scalar') return;
  if (node.kind === 'list') {
    for (const item of node.items) yield* entriesAt(item, offsets);
    return;
  }
  for (const entry of node.entries) {
    if (offsets.has(entry.key.start) && entry.key.text === 'executor') yield [node, entry];
    else yield* entriesAt(entry.value, offsets);
  }
}

function editsOf(text: string, map: MapNode, { key, value }: MapEntry): readonly TextEdit[] {
  const between = text.slice(key.end, value.start);
  // An anchor, an alias or a tag: what stands there is not all that there is.
  if (value.kind === 'list' || !/^\s*:(\s|#.*\n)*$/.test(between)) return [];
  if (value.kind === 'scalar') return [{ start: key.start, end: key.end, text: 'type' }];
  const known = value.entries.every(({ key: { text: name } }) => /^(type|config)$/.test(name));
  if (!known || value.entries.length === 0 || text[value.start] === '*') return [];
  if (text[value.start] === '{') return [flowEdit(text, map, { key, value })];
  return blockEdits(text, key, value);
}

/** `executor: {type: http, config: {…}}`: one line each, or side by side within braces. */
function flowEdit(text: string, map: MapNode, { key, value }: Pick<MapEntry, 'key' | 'value'>) {
  const isInline = text[map.start] === '{';
  const indent = ' '.repeat(columnOf(text, key.start));
  const inner = text.slice(value.start, value.end);
  const entries = value.kind === 'map' ? value.entries : [];
  const parts = entries.map((one) => text.slice(one.key.start, one.value.end).trimEnd());
  const end = value.start + inner.trimEnd().length;
  return { start: key.start, end, text: parts.join(isInline ? ', ' : `\n${indent}`) };
}

/** The lines below move to the left, to where the key stood; comments before them stay. */
function blockEdits(text: string, key: MapEntry['key'], value: MapNode): readonly TextEdit[] {
  const outer = columnOf(text, key.start);
  const by = columnOf(text, value.start) - outer;
  const between = text.slice(key.end, value.start);
  const comments = [...between.matchAll(/#.*/g)].map(([comment]) => comment);
  const first = comments.map((comment) => `${comment}\n${' '.repeat(outer)}`).join('');
  const edits: TextEdit[] = [{ start: key.start, end: value.start, text: first }];
  for (let at = text.indexOf('\n', value.start); at !== -1 && at + 1 < value.end;) {
    const spaces = /^ */.exec(text.slice(at + 1, at + 1 + by))?.[0].length ?? 0;
    if (spaces > 0) edits.push({ start: at + 1, end: at + 1 + spaces, text: '' });
    at = text.indexOf('\n', at + 1);
  }
  return edits;
}
