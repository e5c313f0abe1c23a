import { REFERENCE_SOURCE } from './reference-syntax.ts';
import { readHeredoc, type Heredoc } from './shell-heredoc.ts';

export interface ShellReference {
  /** What stands between the braces, but for what a shell then does with the value: `OUT.a` of `${OUT.a:-none}`. */
  readonly expression: string;
  readonly start: number;
  /** Where the expression ends; the brace or the rest of it follows. */
  readonly end: number;
  /** Whether `:-` follows, so that it need not have a value. */
  readonly hasDefault: boolean;
}

/** Text in single quotes, in which a shell expands nothing. Offsets include the quotes. */
export interface SingleQuotes {
  readonly start: number;
  readonly end: number;
  /** First word of the command that gets it; empty where that is no plain word. */
  readonly command: string;
}

interface Scan {
  readonly text: string;
  at: number;
  /** Exclusive; the end of the here document that is being read, or of the text. */
  limit: number;
  depth: number;
  readonly found: ShellReference[];
  readonly quotes: SingleQuotes[];
  readonly commands: Set<string>;
  /** Here documents that begin at the next line. */
  heredocs: Heredoc[];
  /** Here documents without an end that may still be looked for; each look takes the whole text. */
  missesLeft: number;
}

/** Nesting beyond this is read as plain characters: it is no command that anybody wrote. */
const DEEPEST = 100;
/** With the brace that closes it, or an operator on its value. */
const REFERENCE = new RegExp(
  String.raw`\$\{(?<expression>${REFERENCE_SOURCE})(?<next>\}|:?[-+?=]|[#%/^,@])`,
  'uy',
);
const WORD = /[^\s;&|()<>"'`$\\#]+/y;

/**
 * Finds the `${…}` of a command that a POSIX shell cannot read, where a shell would expand them: not in single quotes,
 * comments and quoted here documents, and not after a backslash. It follows the grammar of the shell as far as that
 * takes, never fails, and at worst leaves a reference for the shell to complain about.
 */
export function findShellReferences(text: string): readonly ShellReference[] {
  return scanText(text).found;
}

/** Finds what stands in single quotes, as far as `findShellReferences` follows the grammar of the shell. */
export function findSingleQuotes(text: string): readonly SingleQuotes[] {
  return scanText(text).quotes;
}

/** The plain words that name a command, those of the shell itself and of functions included. */
export function findCommandWords(text: string): ReadonlySet<string> {
  return scanText(text).commands;
}

function scanText(text: string): Scan {
  const scan: Scan = {
    text,
    at: 0,
    limit: text.length,
    depth: 0,
    found: [],
    quotes: [],
    commands: new Set(),
    heredocs: [],
    missesLeft: 20,
  };
  scanCode(scan, null);
  return scan;
}

/** Commands up to the character that closes them. */
interface Frame {
  readonly start: number;
  /** Null: the whole text. */
  readonly close: ')' | '`' | null;
  /** Whether the next word names a command. */
  atCommand: boolean;
  /** That word. */
  command: string;
  /** Open `case … esac`, in which a closing parenthesis ends a pattern. */
  cases: number;
}

function scanCode(scan: Scan, close: Frame['close']): void {
  const frame: Frame = { start: scan.at, close, atCommand: true, command: '', cases: 0 };
  while (scan.at < scan.limit) {
    const character = scan.text.charAt(scan.at);
    if (character === close && !(close === ')' && frame.cases > 0)) {
      scan.at += 1;
      return;
    }
    const start = scan.at;
    if (scanQuoted(scan, character, false)) {
      frame.atCommand = false;
      const { command } = frame;
      if (character === "'") scan.quotes.push({ start, end: scan.at, command });
    } else scanCodeCharacter(scan, frame);
  }
}

function scanCodeCharacter(scan: Scan, frame: Frame): void {
  const { text, at } = scan;
  const character = text.charAt(at);
  const { atCommand } = frame;
  const isSeparator = /[\n;&|()]/.test(character);
  frame.atCommand = isSeparator || (atCommand && /\s/.test(character));
  if (isSeparator) frame.command = '';
  if (character === '#' && isWordStart(scan, frame)) skipComment(scan, frame);
  else if (text.startsWith('((', at) && atCommand) nested(scan, 2, scanArithmetic);
  else if (character === '(') nested(scan, 1, (inner) => scanCode(inner, ')'));
  else if (text.startsWith('<<<', at)) scan.at += 3;
  else if (text.startsWith('<<', at)) startHeredoc(scan);
  else if (character === '\n') scanLineEnd(scan);
  else if (atCommand) scanCommandWord(scan, frame);
  else scan.at += 1;
}

function isWordStart({ text, at }: Scan, { start }: Frame): boolean {
  return at === start || /[\s;&|()]/.test(text.charAt(at - 1));
}

function skipComment(scan: Scan, { close }: Frame): void {
  while (scan.at < scan.limit) {
    const character = scan.text.charAt(scan.at);
    if (character === '\n' || (character === '`' && close === '`')) return;
    scan.at += 1;
  }
}

/** Behind a pattern of a `case`. */
const PATTERN_END = /\||[ \t]*\)/y;
const BEFORE_COMMAND = ['then', 'do', 'else', 'elif', 'if', 'while', 'until', '{', '!', 'time'];

/** Keywords tell where commands start and where a parenthesis belongs to a `case`. */
function scanCommandWord(scan: Scan, frame: Frame): void {
  WORD.lastIndex = scan.at;
  const word = WORD.exec(scan.text)?.[0];
  scan.at += word?.length ?? 1;
  if (word === undefined) return;
  if (word === 'case') frame.cases += 1;
  if (word === 'esac') frame.cases = Math.max(0, frame.cases - 1);
  frame.atCommand = BEFORE_COMMAND.includes(word) || /^\w+=/.test(word);
  frame.command = frame.atCommand ? '' : word;
  PATTERN_END.lastIndex = scan.at;
  const isPattern = frame.cases > 0 && PATTERN_END.test(scan.text);
  if (!frame.atCommand && !isPattern) scan.commands.add(word);
}

/** Quotes, escapes and expansions, which are alike wherever they stand. Answers whether there was one. */
function scanQuoted(scan: Scan, character: string, inDoubleQuotes: boolean): boolean {
  if (character === '\\') scan.at += 2;
  else if (character === '$') scanDollar(scan, inDoubleQuotes);
  else if (character === '`') nested(scan, 1, (inner) => scanCode(inner, '`'));
  else if (character === '"' && !inDoubleQuotes) nested(scan, 1, scanDoubleQuotes);
  else if (character === "'" && !inDoubleQuotes) skipTo(scan, scan.text.indexOf("'", scan.at + 1));
  else return false;
  return true;
}

function scanDoubleQuotes(scan: Scan): void {
  while (scan.at < scan.limit) {
    const character = scan.text.charAt(scan.at);
    if (scanQuoted(scan, character, true)) continue;
    scan.at += 1;
    if (character === '"') return;
  }
}

function scanDollar(scan: Scan, inDoubleQuotes: boolean): void {
  const { text, at } = scan;
  if (takeReference(scan, inDoubleQuotes)) return;
  if (text.startsWith('$((', at)) nested(scan, 3, scanArithmetic);
  else if (text.startsWith('$(', at)) nested(scan, 2, (inner) => scanCode(inner, ')'));
  else if (text.startsWith('${', at)) nested(scan, 2, (inner) => scanBraces(inner, inDoubleQuotes));
  else if (text.startsWith("$'", at) && !inDoubleQuotes) skipAnsiQuotes(scan);
  else scan.at += 1;
}

/** A reference without a path is a variable that the shell reads itself. */
function takeReference(scan: Scan, inDoubleQuotes: boolean): boolean {
  REFERENCE.lastIndex = scan.at;
  const match = REFERENCE.exec(scan.text);
  const { path, expression = '', next = '' } = match?.groups ?? {};
  if (!match || !path || REFERENCE.lastIndex > scan.limit) return false;
  const start = scan.at;
  const end = start + '${'.length + expression.length;
  scan.found.push({ expression, start, end, hasDefault: next === ':-' });
  scan.at = end;
  if (next === '}') scan.at += 1;
  else nested(scan, 0, (inner) => scanBraces(inner, inDoubleQuotes));
  return true;
}

/** The rest of `${NAME:-word}`: quotes and expansions count in the word. */
function scanBraces(scan: Scan, inDoubleQuotes: boolean): void {
  while (scan.at < scan.limit) {
    const character = scan.text.charAt(scan.at);
    if (character === '"' && inDoubleQuotes) nested(scan, 1, scanDoubleQuotes);
    else if (!scanQuoted(scan, character, inDoubleQuotes)) {
      scan.at += 1;
      if (character === '}') return;
    }
  }
}

/** `$((…))` and `((…))`: no comments and no here documents, `<<` is a shift. */
function scanArithmetic(scan: Scan): void {
  let open = 2;
  while (scan.at < scan.limit && open > 0) {
    const character = scan.text.charAt(scan.at);
    if (scanQuoted(scan, character, false)) continue;
    if (character === '(') open += 1;
    if (character === ')') open -= 1;
    scan.at += 1;
  }
}

function skipAnsiQuotes(scan: Scan): void {
  scan.at += 2;
  while (scan.at < scan.limit && scan.text.charAt(scan.at) !== "'") {
    scan.at += scan.text.charAt(scan.at) === '\\' ? 2 : 1;
  }
  scan.at += 1;
}

function skipTo(scan: Scan, end: number): void {
  scan.at = end === -1 ? scan.limit : Math.min(end + 1, scan.limit);
}

function startHeredoc(scan: Scan): void {
  const heredoc = readHeredoc(scan.text, scan.at);
  if (heredoc) scan.heredocs.push(heredoc);
  scan.at = heredoc?.end ?? scan.at + 2;
}

function scanLineEnd(scan: Scan): void {
  scan.at += 1;
  const { heredocs } = scan;
  scan.heredocs = [];
  for (const heredoc of heredocs) {
    const body = scan.missesLeft > 0 ? heredoc.findBody(scan.text, scan.at) : null;
    if (body && body.next <= scan.limit) {
      if (heredoc.expands) scanBody(scan, body.end);
      scan.at = body.next;
    } else {
      // Without a line that ends it, it was no here document: a shift in `let x=1<<2`, say.
      scan.missesLeft -= 1;
    }
  }
}

function scanBody(scan: Scan, end: number): void {
  const { limit } = scan;
  scan.limit = end;
  while (scan.at < end) {
    if (!scanQuoted(scan, scan.text.charAt(scan.at), true)) scan.at += 1;
  }
  scan.limit = limit;
}

function nested(scan: Scan, opening: number, read: (scan: Scan) => void): void {
  scan.at += opening;
  if (scan.depth >= DEEPEST) return;
  scan.depth += 1;
  read(scan);
  scan.depth -= 1;
}
