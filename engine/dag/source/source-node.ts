/** Offsets into the text, in UTF-16 code units; the end is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Text of a scalar, however it was quoted. `plain` is the YAML meaning of unquoted text. */
export interface ScalarNode extends Range {
  readonly kind: 'scalar';
  readonly text: string;
  readonly plain: 'text' | 'null' | 'boolean' | 'integer' | 'number';
  /** What is said of it after `#`: behind it on its line, else right above it. */
  readonly comment?: string;
}

export interface ListNode extends Range {
  readonly kind: 'list';
  readonly items: readonly SourceNode[];
}

export interface MapNode extends Range {
  readonly kind: 'map';
  /** In the order of the text; keys are unique. */
  readonly entries: readonly MapEntry[];
}

export interface MapEntry {
  readonly key: ScalarNode;
  readonly value: SourceNode;
}

/**
 * What a YAML document says, with the place of every value: aliases and merge keys are resolved, numbers are still
 * text. Maps are lists of entries, so that no key of a file ever becomes a property of an object.
 */
export type SourceNode = ScalarNode | ListNode | MapNode;

/** Whether a value is left out: `key:`, `~` or `null`, without quotes. */
export function isNull(node: SourceNode): boolean {
  return node.kind === 'scalar' && node.plain === 'null';
}

const LONGEST_QUOTE = 60;

/** `the text "x"`, `a list`: how messages speak of a value that does not fit. */
export function describeNode(node: SourceNode): string {
  if (node.kind !== 'scalar') return node.kind === 'list' ? 'a list' : 'a map';
  if (node.plain === 'null') return 'nothing';
  return node.plain === 'text' ? `the text ${quoted(node.text)}` : quoted(node.text);
}

/** Text of a file inside a message, in backticks and never long. */
export function quoted(text: string): string {
  const short = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
  return `\`${short.toWellFormed().replaceAll('\n', '⏎')}\``;
}
