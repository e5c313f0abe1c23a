import { isNode, Scalar, YAMLMap, YAMLSeq, type Node } from 'yaml';

/** A value that is to be written: what stood in the text, or texts of ours. */
export type Writable = Node | string | readonly string[];

/** Keys with their values, in their order; undefined ones are left out. */
export type Keys = Readonly<Record<string, Writable | undefined>>;

/** What a reader takes for something else than text unless it stands in quotes. */
const AMBIGUOUS = /^(?:true|false|null|yes|no|on|off|~|[-+.]?\d.*|)$/i;

/** A text as a node, in quotes where it would be read as something else. */
export function textNode(text: string): Scalar {
  const scalar = new Scalar(text);
  if (text.includes('\n')) scalar.type = 'BLOCK_LITERAL';
  keepText(scalar);
  return scalar;
}

/** Puts a scalar in quotes where it would be read as something else than text. */
export function keepText(scalar: Scalar): void {
  const isPlain = scalar.type === undefined || scalar.type === 'PLAIN';
  if (isPlain && AMBIGUOUS.test(String(scalar.value))) scalar.type = 'QUOTE_DOUBLE';
}

/** A word of the language, such as `true`, which is no text. */
export function wordNode(word: string): Scalar {
  return new Scalar(word);
}

/** A map of these keys. */
export function mapNode(keys: Keys): YAMLMap {
  const map = new YAMLMap();
  for (const [key, value] of Object.entries(keys))
    if (value !== undefined) map.set(new Scalar(key), nodeOf(value));
  return map;
}

/** A list of these nodes. */
export function listNode(items: readonly Node[]): YAMLSeq {
  const list = new YAMLSeq();
  list.items = [...items];
  return list;
}

function nodeOf(value: Writable): Node {
  if (isNode(value)) return value;
  return typeof value === 'string' ? textNode(value) : listNode(value.map(textNode));
}
