/** A here document, as `<<WORD` announces it. */
export interface Heredoc {
  /** Where the text after its word goes on. */
  readonly end: number;
  /** Whether the shell expands its body: no part of its word is quoted. */
  readonly expands: boolean;
  /** Its body, if the line that ends it follows somewhere after `start`. */
  readonly findBody: (text: string, start: number) => HeredocBody | null;
}

export interface HeredocBody {
  /** Exclusive: the start of the line that ends it. */
  readonly end: number;
  /** The start of the line after that. */
  readonly next: number;
}

const OPENING = /<<(-?)[ \t]*((?:[^\s;&|()<>"'`\\]|"[^"\n]*"|'[^'\n]*'|\\.)+)/y;

/** Reads `<<WORD`, `<<-WORD` or `<<'WORD'` at an offset; null where no word follows. */
export function readHeredoc(text: string, at: number): Heredoc | null {
  OPENING.lastIndex = at;
  const [whole, dash, word] = OPENING.exec(text) ?? [];
  if (whole === undefined || word === undefined) return null;
  const delimiter = word.replace(/["']|\\(.)/g, '$1');
  return {
    end: at + whole.length,
    expands: !/["'\\]/.test(word),
    findBody: (source, start) => findBody(source, start, { delimiter, indented: dash === '-' }),
  };
}

interface Ending {
  readonly delimiter: string;
  /** `<<-`: tabs may stand before it. */
  readonly indented: boolean;
}

function findBody(
  text: string,
  start: number,
  { delimiter, indented }: Ending,
): HeredocBody | null {
  for (let line = start; line < text.length;) {
    const newline = text.indexOf('\n', line);
    const lineEnd = newline === -1 ? text.length : newline;
    const content = text.slice(line, lineEnd);
    if ((indented ? content.replace(/^\t+/, '') : content) === delimiter) {
      return { end: line, next: Math.min(lineEnd + 1, text.length) };
    }
    line = lineEnd + 1;
  }
  return null;
}
