import { visibleText } from '#contract/visible-text.ts';
import { plainPen, turnedPen, type Color, type Pen } from './ansi-pen.ts';
import { texts } from './texts.ts';

/** A stretch of a log line in one style; `classes` are those of features/runs/log.css. */
export interface AnsiSpan {
  readonly text: string;
  readonly classes: string;
  /** Colors that are none of the theme, for `ansi-mixed` and `ansi-on`, which keep them readable. */
  readonly colors?: Readonly<Record<string, string>>;
}

/** Color sequences are kept apart; cursor moves, titles, links and what is incomplete are dropped. */
const escapes =
  /\u001b\[([0-9;:]*)m|\u001b\[[0-?]*[ -/]*[@-~]?|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[PX^_][^\u001b]*\u001b\\|\u001b[ -/]*[0-~]?/g;

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
    if (match[1] !== undefined) pen = turnedPen(pen, match[1]);
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
  const colors = { ...mixed('--mixed', pen.ink), ...mixed('--on', pen.ground) };
  spans.push({
    text: visibleText(text),
    classes: pen === plainPen ? '' : classesOf(pen),
    ...(Object.keys(colors).length > 0 && { colors }),
  });
}

function classesOf(pen: Pen): string {
  const classes = [
    pen.ink && ('name' in pen.ink ? `ansi-${pen.ink.name}` : 'ansi-mixed'),
    pen.ground && 'ansi-on',
    pen.weight && `ansi-${pen.weight}`,
    pen.isItalic && 'ansi-italic',
    pen.isUnderlined && 'ansi-underline',
    pen.isStruck && 'ansi-strike',
    pen.isInverse && 'ansi-inverse',
  ];
  return classes.filter(Boolean).join(' ');
}

function mixed(variable: string, color: Color | undefined): Record<string, string> {
  if (color === undefined) return {};
  if (!('name' in color)) return { [variable]: `rgb(${color.red} ${color.green} ${color.blue})` };
  return variable === '--on' ? { [variable]: `var(--ansi-${color.name})` } : {};
}
