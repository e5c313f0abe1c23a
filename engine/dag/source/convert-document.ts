import { isAlias, isMap, isScalar, type Alias, type ParsedNode, type Scalar } from 'yaml';
import { commentBefore, commentOf } from './comment-of.ts';
import { mergeEntries } from './merge-entries.ts';
import { plainMeaning } from './plain-meaning.ts';
import type { Report } from './report.ts';
import {
  quoted,
  type MapEntry,
  type Range,
  type ScalarNode,
  type SourceNode,
} from './source-node.ts';

/** Values that one document may have once its aliases are written out, and the characters in them. */
const MAX_VALUES = 200_000;
const MAX_TEXT = 8 * 1024 * 1024;
/** Deeper than the text can be nested only by aliases of aliases. */
const DEEPEST = 64;

interface Converted {
  readonly node: SourceNode;
  /** What it costs written out, aliases included. */
  readonly values: number;
  readonly characters: number;
  readonly depth: number;
}

interface Conversion {
  readonly text: string;
  readonly report: Report;
  readonly anchors: Map<string, Converted>;
  /** Values that aliases brought so far: each merge of one takes its time before the whole is counted. */
  aliased: number;
  exhausted: boolean;
}

/**
 * Turns a parsed document into source nodes. An alias shares the node of its anchor, so a small file cannot become a
 * large one here; its cost is counted as if it were written out, because readers will walk it that way.
 */
export function convertDocument(
  contents: ParsedNode,
  text: string,
  report: Report,
): SourceNode | null {
  const conversion: Conversion = { text, report, anchors: new Map(), aliased: 0, exhausted: false };
  const { node, values } = convert(contents, conversion);
  if (conversion.exhausted) return null;
  return values === 1 && node.kind === 'scalar' && node.plain === 'null' ? null : node;
}

/** @param above Comments before it that stand at what it is the value of. */
function convert(node: ParsedNode | null, conversion: Conversion, above?: string): Converted {
  if (node === null) return leaf(nothingAt(0));
  if (isAlias(node)) return convertAlias(node, conversion);
  const converted = isScalar(node)
    ? leaf(convertScalar(node, conversion, above))
    : withinBudget(convertCollection(node, conversion, above), conversion);
  if (node.anchor) conversion.anchors.set(node.anchor, converted);
  return converted;
}

function convertAlias(alias: Alias.Parsed, conversion: Conversion): Converted {
  const range = rangeOf(alias);
  const target = conversion.anchors.get(alias.source);
  if (!target) {
    const name = quoted(`*${alias.source}`);
    conversion.report.error(range, `the alias ${name} has no anchor`);
    return leaf(nothingAt(range.start));
  }
  conversion.aliased += target.values;
  if (conversion.aliased > MAX_VALUES) return tooMuch(TOO_LARGE, range.start, conversion);
  return { ...target, node: { ...target.node, ...range } };
}

function convertScalar(
  scalar: Scalar.Parsed,
  conversion: Conversion,
  above: string | undefined,
): ScalarNode {
  const text = String(scalar.value ?? '');
  const range = rangeOf(scalar);
  if (text.includes('\0') || !text.isWellFormed()) {
    conversion.report.error(range, 'NUL characters and halves of surrogate pairs are not allowed');
    return { kind: 'scalar', text: '', plain: 'text', ...range };
  }
  const isPlain = scalar.type === 'PLAIN' && scalar.tag === undefined;
  const plain = isPlain ? plainMeaning(text) : 'text';
  const comment = commentOf(scalar, scalar.commentBefore ?? above);
  return { kind: 'scalar', text, plain, ...range, ...(comment === undefined ? {} : { comment }) };
}

type Collection = Exclude<ParsedNode, Scalar.Parsed | Alias.Parsed>;

type Part = (child: unknown, above?: string) => SourceNode;

function convertCollection(
  node: Collection,
  conversion: Conversion,
  above: string | undefined,
): Converted {
  const parts: Converted[] = [];
  const first = node.commentBefore ?? above;
  const part: Part = (child, before) => {
    // The parser's own types are looser than what it builds: a missing value is null, all else a parsed node.
    const converted = convert(child as ParsedNode | null, conversion, before);
    parts.push(converted);
    return converted.node;
  };
  const range = rangeOf(node);
  const converted: SourceNode = isMap(node)
    ? { kind: 'map', entries: convertPairs(node.items, { part, first }, conversion), ...range }
    : { kind: 'list', items: itemsOf(node.items, part, first), ...range };
  return { node: converted, ...totals(parts) };
}

function itemsOf(items: readonly unknown[], part: Part, first: string | undefined) {
  return items.map((item, index) => part(item, commentBefore(item, first, index)));
}

interface Pairs {
  readonly part: Part;
  /** Comments before the first pair. */
  readonly first: string | undefined;
}

function convertPairs(
  pairs: readonly { readonly key: unknown; readonly value: unknown }[],
  { part, first }: Pairs,
  { report }: Conversion,
): readonly MapEntry[] {
  const entries = pairs.flatMap(({ key, value }, index): MapEntry[] => {
    const keyNode = part(key);
    // What stands above the key of a list or a map is said of all of it, and not of its first part.
    const above = isScalar(value) ? commentBefore(key, first, index) : undefined;
    const valueNode = value === null ? nothingAt(keyNode.end) : part(value, above);
    if (keyNode.kind === 'scalar') return [{ key: keyNode, value: valueNode }];
    report.error(keyNode, 'a key must be plain text');
    return [];
  });
  return mergeEntries(entries, report);
}

function totals(parts: readonly Converted[]): Omit<Converted, 'node'> {
  let values = 1;
  let characters = 0;
  let depth = 0;
  for (const part of parts) {
    values += part.values;
    characters += part.characters;
    depth = Math.max(depth, part.depth);
  }
  return { values, characters, depth: depth + 1 };
}

function withinBudget(converted: Converted, conversion: Conversion): Converted {
  const { node, values, characters, depth } = converted;
  const problem =
    values > MAX_VALUES || characters > MAX_TEXT
      ? TOO_LARGE
      : depth > DEEPEST && `lists and maps are nested deeper than ${DEEPEST} levels`;
  return problem ? tooMuch(problem, node.start, conversion) : converted;
}

const TOO_LARGE = 'the aliases of this file expand to too much data';

function tooMuch(problem: string, start: number, conversion: Conversion): Converted {
  if (!conversion.exhausted) conversion.report.error({ start, end: start }, problem);
  conversion.exhausted = true;
  return leaf(nothingAt(start));
}

function leaf(node: ScalarNode): Converted {
  return { node, values: 1, characters: node.text.length, depth: 0 };
}

function nothingAt(offset: number): ScalarNode {
  return { kind: 'scalar', text: '', plain: 'null', start: offset, end: offset };
}

function rangeOf(node: ParsedNode): Range {
  return { start: node.range[0], end: node.range[1] };
}
