import type { YAMLParseError } from 'yaml';
import { quoted } from './source-node.ts';

type Words = (match: RegExpMatchArray) => string;

const CHECK = 'check the indentation';
const OTHER_COLUMN = `this line starts in another column than the keys before it: ${CHECK}`;

/**
 * The parser speaks of scalars, collections and implicit keys; its sentences, and what a person is told instead: what is
 * wrong with the line, and what to do.
 */
const sentences: readonly (readonly [RegExp, Words])[] = [
  [/^Tabs are not allowed/, () => 'a tab is used for indentation: use spaces'],
  [
    /^All (mapping|sequence) items must start/,
    ([, kind]) => (kind === 'mapping' ? OTHER_COLUMN : OTHER_COLUMN.replace('keys', 'items')),
  ],
  [
    /^Sequence item without -/,
    () => `this line belongs to a list and does not start with \`-\`: ${CHECK}`,
  ],
  [
    /^A block sequence may not be used/,
    () => `a list item stands where a key is expected: ${CHECK}`,
  ],
  [
    /^Nested mappings are not allowed/,
    () => 'the value contains a colon followed by a space: put it in quotes',
  ],
  [
    /^Implicit keys .*single line$/,
    () => `a key reaches over several lines: ${CHECK}, and put a colon after each key`,
  ],
  [
    /need to be followed by map values$/,
    () => `a key without a value: put a colon and a value after it, or ${CHECK}`,
  ],
  [/^Missing closing (.)quote/, ([, mark]) => `a quote is not closed: put ${mark} after the text`],
  [
    /^Flow (sequence|map) in block collection .* (.)$/,
    ([, kind, end]) =>
      `a ${kind === 'map' ? 'map' : 'list'} is not closed: put \`${end}\` after it, or ${CHECK}`,
  ],
  [/^Missing , /, () => 'two items without a comma: put a comma between them'],
  [/^Unexpected (?:,|empty item) /, () => 'a comma without an item: remove it'],
  [
    /^Invalid escape sequence (.*)/s,
    ([, escape]) =>
      `${quoted(escape ?? '')} means nothing between double quotes: use single quotes, or write \`\\\\\``,
  ],
  [
    /^Plain value cannot start with .* (.)$/,
    ([, sign = '']) =>
      `a value cannot start with ${sign === '`' ? 'a backtick' : quoted(sign)}: put it in quotes`,
  ],
  [
    /^Unexpected alias|^(?:An )?(?:alias|anchor) /i,
    () => 'a value that starts with `*` or `&` refers to another one: put it in quotes',
  ],
  [/ at node end$/, () => 'text after the end of a value: put the whole value in quotes'],
  [/^Comments must be separated/, () => 'a comment without a space before it: put one before `#`'],
  [
    /^Block scalar header includes/,
    () => 'text after `|` or `>`: put it on the next line, indented',
  ],
  [
    /^Unexpected block-seq-ind on same line/,
    () => 'a list starts on the line of its key: put it on the next line',
  ],
  [/^Unexpected flow-(?:seq|map)-end/, () => 'a closing bracket that closes nothing: remove it'],
];

type SyntaxError = Pick<YAMLParseError, 'code' | 'message' | 'pos'>;

/** Says of a syntax error in a text what is wrong and what to do. */
export function syntaxWords({ code, message, pos }: SyntaxError, text: string): string {
  if (/ at node end$/.test(message) && startsLine(pos[0], text)) return OTHER_COLUMN;
  for (const [pattern, words] of sentences) {
    const match = message.match(pattern);
    if (match) return words(match);
  }
  return code === 'BAD_INDENT' ? `${lowerFirst(message)}: ${CHECK}` : lowerFirst(message);
}

/** Whether the indentation is, or may be, what is wrong. One such mistake has the parser misread what follows. */
export function isOfIndentation(error: SyntaxError, text: string): boolean {
  return error.code === 'TAB_AS_INDENT' || syntaxWords(error, text).includes(CHECK);
}

/** What the parser says of each word that comes after the end of all. */
export function isAfterTheEnd({ message }: SyntaxError): boolean {
  return / token in YAML stream/.test(message);
}

function startsLine(offset: number, text: string): boolean {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '';
}

function lowerFirst(message: string): string {
  return /^[A-Z][a-z]/.test(message) ? message[0]?.toLowerCase() + message.slice(1) : message;
}
