import { REFERENCE_SOURCE } from './reference-syntax.ts';

/** A piece of text that no shell reads. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** What stands between backticks. */
  | { readonly kind: 'command'; readonly command: string }
  | ReferencePart;

export interface ReferencePart {
  readonly kind: 'reference';
  /** The first that has a value counts, else the last: `${dry-run}` may be a name, or `dry` with a default. */
  readonly readings: readonly Reading[];
  readonly start: number;
  readonly end: number;
}

export interface Reading {
  readonly expression: string;
  /** The text after `:-` or `-`; null: there is none. */
  readonly fallback: Fallback | null;
}

export interface Fallback {
  /** Where it begins in the text. */
  readonly start: number;
  readonly text: string;
  /** `:-`, which stands in for an empty value as well. */
  readonly whenEmpty: boolean;
}

const BARE = String.raw`\$(?<bare>[A-Za-z_][A-Za-z0-9_]*|\d+)`;
const COMMAND = String.raw`\x60(?:[^\x60\\]|\\[^])*\x60`;
/** An escaped character, a command in backticks, the start of a reference, one without braces. All else is text. */
const SPECIAL = specialPattern('$\\x60', [BARE]);
/** In a language with a use of its own for `$NAME`, a reference has braces. */
const SPECIAL_IN_LANGUAGE = specialPattern('$\\x60');
/** Within a default a shell reads quotes and more escapes. */
const SPECIAL_IN_DEFAULT = specialPattern('$\\x60"\\\\}', [BARE, '"']);

const HEAD = headPattern(String.raw`\}|:?-`);
/** One without a default. */
const CLOSED_HEAD = headPattern(String.raw`\}`);
const IN_DEFAULT = new RegExp(String.raw`\\[^]|${COMMAND}|\$\{|["}]`, 'g');

/** Where a text stands, which says what is special in it. */
export type TextPlace = 'anywhere' | 'language' | 'default';

const specials: Readonly<Record<TextPlace, RegExp>> = {
  anywhere: SPECIAL,
  language: SPECIAL_IN_LANGUAGE,
  default: SPECIAL_IN_DEFAULT,
};

/** Looks for the brace that closes a default which find none; each takes the whole text. */
const MAX_UNCLOSED = 2;

/** Takes apart text that no shell reads. Any text will do: what is no reference and no command is text. */
export function textParts(text: string, where: TextPlace = 'anywhere'): TextPart[] {
  const special = specials[where];
  const parts: TextPart[] = [];
  const looks = { left: MAX_UNCLOSED };
  let end = 0;
  special.lastIndex = 0;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    const part = partAt(match, text, looks);
    if (part === null) continue;
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    parts.push(part);
    end = part.kind === 'reference' ? part.end : special.lastIndex;
    special.lastIndex = end;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** Whether anything of a text may be expanded, so that its value is known in the run alone. */
export function mayExpand(text: string): boolean {
  return /[$`]/.test(text);
}

/** Whether a text is one reference and nothing else but white space around it. */
export function isOneReference(text: string): boolean {
  const [only, ...others] = textParts(text.trim());
  return only?.kind === 'reference' && others.length === 0;
}

/** Finds where the reference or command ends that begins at an offset of a text; null where none does. */
export function specialEnds(text: string): (at: number) => number | null {
  const looks = { left: MAX_UNCLOSED };
  const command = new RegExp(COMMAND, 'y');
  return (at) => {
    if (text[at] === '$') return referenceAt(text, at, looks)?.end ?? null;
    command.lastIndex = at;
    return text[at] === '`' && command.test(text) ? command.lastIndex : null;
  };
}

function headPattern(operator: string): RegExp {
  return new RegExp(
    String.raw`\$\{(?<expression>${REFERENCE_SOURCE})(?<operator>${operator})`,
    'uy',
  );
}

function specialPattern(escaped: string, more: readonly string[] = []): RegExp {
  const all = [String.raw`\\(?<escaped>[${escaped}])`, COMMAND, String.raw`\$\{`, ...more];
  return new RegExp(all.join('|'), 'g');
}

/** How often the end of a default may still be looked for without success. */
interface Looks {
  left: number;
}

function partAt(match: RegExpExecArray, text: string, looks: Looks): TextPart | null {
  const [written] = match;
  const { escaped, bare } = match.groups ?? {};
  const start = match.index;
  if (written === '${') return referenceAt(text, start, looks);
  if (escaped !== undefined) return { kind: 'text', text: escaped };
  if (written === '"') return { kind: 'text', text: '' };
  if (bare === undefined) {
    return { kind: 'command', command: written.slice(1, -1).replaceAll('\\`', '`') };
  }
  const readings = [{ expression: bare, fallback: null }];
  return { kind: 'reference', readings, start, end: start + written.length };
}

function referenceAt(text: string, start: number, looks: Looks): ReferencePart | null {
  const head = looks.left > 0 ? HEAD : CLOSED_HEAD;
  head.lastIndex = start;
  const match = head.exec(text);
  if (match === null) return null;
  const { expression = '', operator, name = '' } = match.groups ?? {};
  const isClosed = operator === '}';
  const end = isClosed ? head.lastIndex : closingBrace(text, head.lastIndex);
  if (end === null) {
    looks.left -= 1;
    return null;
  }
  const fallbackAt = (from: number, whenEmpty: boolean): Fallback => ({
    start: from,
    text: text.slice(from, end - '}'.length),
    whenEmpty,
  });
  const dash = name.indexOf('-');
  const own = isClosed ? null : fallbackAt(match.index + match[0].length, operator === ':-');
  const readings: Reading[] = [{ expression, fallback: own }];
  // No shell has a name with a dash: there the dash is where the default begins.
  if (dash !== -1) {
    const fallback = fallbackAt(start + '${'.length + dash + 1, false);
    readings.push({ expression: name.slice(0, dash), fallback });
  }
  return { kind: 'reference', readings, start, end };
}

/** Where a default ends, the brace included: quotes hide a brace, and each `${` has one of its own. */
function closingBrace(text: string, from: number): number | null {
  const open = [{ inQuotes: false }];
  IN_DEFAULT.lastIndex = from;
  for (let match = IN_DEFAULT.exec(text); match !== null; match = IN_DEFAULT.exec(text)) {
    const inner = open.at(-1);
    if (match[0] === '${') open.push({ inQuotes: false });
    else if (match[0] === '"' && inner) inner.inQuotes = !inner.inQuotes;
    else if (match[0] === '}' && inner?.inQuotes === false) {
      open.pop();
      if (open.length === 0) return IN_DEFAULT.lastIndex;
    }
  }
  return null;
}
