import { visibleText } from '#contract/visible-text.ts';
import { texts } from './texts.ts';

/** A stretch of a log line in one style; `classes` are those of styles/log.css. */
export interface AnsiSpan {
  readonly text: string;
  readonly classes: string;
}

interface Pen {
  readonly color: string;
  readonly bold: boolean;
}

const plainPen: Pen = { color: '', bold: false };
const colors = ['grey', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', ''];
/** Color sequences are kept apart; cursor moves, titles and links are dropped. */
const escapes =
  /\u001b\[([0-9;:]*)m|\u001b\[[0-9;:?<=>!]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[@-Z\\^_a-z]/g;

/** Longer lines are cut on the screen; copying and downloading keep them whole. */
const MAX_LINE = 5000;

/** Splits a line into styled spans. What a terminal would not show as text becomes a visible sign. */
export function ansiSpans(line: string): readonly AnsiSpan[] {
  const shown = cut(afterCarriageReturn(line));
  const spans: AnsiSpan[] = [];
  let pen = plainPen;
  let from = 0;
  for (const match of shown.matchAll(escapes)) {
    push(spans, shown.slice(from, match.index), pen);
    from = match.index + match[0].length;
    if (match[1] !== undefined) pen = turned(pen, match[1]);
  }
  push(spans, shown.slice(from), pen);
  return spans;
}

/** The line without its colors, as it is copied and searched. */
export function withoutAnsi(line: string): string {
  return afterCarriageReturn(line).replace(escapes, '');
}

// A progress bar repaints its line after each carriage return; the last paint is what remains.
function afterCarriageReturn(line: string): string {
  const ended = line.endsWith('\r') ? line.slice(0, -1) : line;
  return ended.slice(ended.lastIndexOf('\r') + 1);
}

function cut(line: string): string {
  if (line.length <= MAX_LINE) return line;
  return line.slice(0, MAX_LINE) + texts.longLine(line.length - MAX_LINE);
}

function push(spans: AnsiSpan[], text: string, pen: Pen): void {
  if (text === '') return;
  const classes = [pen.color && `ansi-${pen.color}`, pen.bold && 'ansi-bold'];
  spans.push({ text: visibleText(text), classes: classes.filter(Boolean).join(' ') });
}

function turned(pen: Pen, parameters: string): Pen {
  const codes = parameters.split(/[;:]/).map(Number);
  let next = pen;
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      const palette = codes[index + 1] === 5;
      if (palette && code === 38) next = { ...next, color: paletteColor(codes[index + 2] ?? 7) };
      index += palette ? 2 : 4;
    } else {
      next = withCode(next, code);
    }
  }
  return next;
}

function withCode(pen: Pen, code: number): Pen {
  if (code === 0) return plainPen;
  if (code === 1) return { ...pen, bold: true };
  if (code === 2) return { ...pen, color: 'grey' };
  if (code === 22) return { ...pen, bold: false };
  if (code === 39) return { ...pen, color: '' };
  if (code >= 30 && code <= 37) return { ...pen, color: colors[code - 30] ?? '' };
  if (code >= 90 && code <= 97) return { ...pen, color: colors[code - 90] ?? '' };
  return pen;
}

// The first 16 of the palette are the named colors; the rest has no token and stays plain.
function paletteColor(index: number): string {
  return index < 16 ? (colors[index % 8] ?? '') : '';
}
