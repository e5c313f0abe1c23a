import { RE2JS, RE2JSSyntaxException } from 're2js';
import { keepLast } from '../lib/keep-last.ts';
import { shortened } from './shortened.ts';

/**
 * What `expected`, a route or `continue_on.output` asks for. `part`: an expression that is plain text, so it is only
 * looked for; it takes texts of any length.
 */
export type Pattern =
  | { readonly kind: 'text' | 'part'; readonly text: string }
  | { readonly kind: 'regex'; readonly source: string; readonly regex: RE2JS };

/** An expression that is wrong or too large, or a text that is too long for it. The message is for people. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

// A compiled expression keeps what it learned of the texts; these many at most are kept.
const MAX_KEPT = 64;
// Of the automaton that re2js builds while it matches. Above it the memory of all kept ones would count, and an
// expression that makes it grow with every character would take five times as long before re2js gives it up.
const AUTOMATON_BYTES = 256 * 1024;
// `[a-z]{1,500}` has 1,001. Larger ones take long before their first character.
const MAX_INSTRUCTIONS = 2500;
// Whatever the source compiles to, reading it takes its time: 5 µs for a character, and for each class of Unicode that is
// named in it as much as for 50. What is heavier is not read at all.
const MAX_SOURCE = 10_000;
const CLASS_WEIGHT = 50;
// Instructions times characters. The worst expressions need about 10 ns for each on a slow machine, common ones a
// thousandth of that, and the engine must not stand still for longer than 50 ms.
const MAX_WORK = 2_000_000;

const PREFIX = 're:';
const plainText = /^[^\\.+*?()|[\]{}^$]*$/;

/**
 * Reads the text of a pattern: what follows `re:` is an expression of RE2, which needs time in proportion to the text
 * whatever it looks like; everything else is text.
 *
 * @throws PatternError for an expression that is invalid or too large.
 */
export function parsePattern(text: string): Pattern {
  if (!text.startsWith(PREFIX)) return { kind: 'text', text };
  const source = text.slice(PREFIX.length);
  if (plainText.test(source)) return { kind: 'part', text: source };
  if (sourceWeight(text) > MAX_SOURCE) throw invalid(source, 'it is too long');
  return { kind: 'regex', source, regex: compiled(source) };
}

/** How heavy the text of a pattern is: a unit takes about 5 µs to read. */
export function sourceWeight(text: string): number {
  if (!text.startsWith(PREFIX)) return 0;
  return text.length + CLASS_WEIGHT * (text.match(/\\[pP]/g)?.length ?? 0);
}

/** The same of what it becomes; texts weigh nothing. */
export function compiledWeight(pattern: Pattern): number {
  return pattern.kind === 'regex' ? pattern.regex.programSize() : 0;
}

/**
 * Whether a value is what the pattern asks for: text must equal it, an expression must be found in it. `^` and `$` are
 * the ends of the value, `(?m)` makes them those of lines.
 *
 * @throws PatternError for a value that is too long for the expression: a program of 20 instructions takes 100,000
 * characters, more than a variable may hold on most systems.
 */
export function matchesWhole(pattern: Pattern, value: string): boolean {
  return pattern.kind === 'text' ? value === pattern.text : found(pattern, value);
}

/**
 * Whether the pattern stands in a line: text anywhere, an expression as in `matchesWhole`.
 *
 * @throws PatternError for a line that is too long for the expression.
 */
export function matchesWithin(pattern: Pattern, line: string): boolean {
  return found(pattern, line);
}

function found(pattern: Pattern, text: string): boolean {
  if (pattern.kind !== 'regex') return text.includes(pattern.text);
  const { source, regex } = pattern;
  const longest = Math.floor(MAX_WORK / regex.programSize());
  if (text.length <= longest) return regex.test(text);
  throw new PatternError(
    `a text of ${text.length} characters is too long for the expression "${shortened(source)}", which accepts at most ${longest}`,
  );
}

const compiled = keepLast(MAX_KEPT, compile);

function compile(source: string): RE2JS {
  const regex = parse(source);
  const size = regex.programSize();
  if (size > MAX_INSTRUCTIONS) throw invalid(source, 'it repeats too much');
  const { dfa } = regex.re2();
  dfa.stateBudget = AUTOMATON_BYTES;
  dfa.memBudget = AUTOMATON_BYTES;
  return regex;
}

function parse(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) throw invalid(source, reasonOf(error));
    throw error;
  }
}

function invalid(source: string, reason: string): PatternError {
  return new PatternError(`invalid expression "${shortened(source)}": ${reason}`);
}

/** What other syntaxes have and a linear one cannot have is named, for re2js only calls it invalid. */
function reasonOf({ error, input }: RE2JSSyntaxException): string {
  const at = input ?? '';
  if (/^\(\?<?[=!]/.test(at)) return 'look-ahead and look-behind are not supported (RE2 syntax)';
  if (/^\\[1-9]/.test(at)) return 'back references are not supported (RE2 syntax)';
  return at === '' ? error : `${error}: ${shortened(at)}`;
}
