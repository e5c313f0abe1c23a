/** A part of a merge, as the contract has it. */
type Piece =
  | { readonly kind: 'same' | 'mine' | 'theirs' | 'both'; readonly text: string }
  | {
      readonly kind: 'conflict';
      readonly base: string;
      readonly mine: string;
      readonly theirs: string;
    };

interface Span {
  readonly from: number;
  readonly to: number;
}

/** A conflict in a text. Each mark is a line, of which `to` is the place before its end; a part ends behind its last line. */
export interface Conflict extends Span {
  readonly marks: readonly [mine: Span, base: Span, theirs: Span, end: Span];
  readonly mine: Span;
  readonly base: Span;
  readonly theirs: Span;
}

export type Choice = 'mine' | 'theirs' | 'both';

/** Unlike those of Git none is a line that stands in a text, such as one of equal signs below a heading. */
const marks = ['<<<<<<< mine', '||||||| base', '======= theirs', '>>>>>>> end'] as const;

/** The text of a merge, with what is to be decided between marks. */
export function toConflictText(pieces: readonly Piece[]): string {
  const [mine, base, theirs, end] = marks;
  return pieces
    .map((piece) =>
      piece.kind === 'conflict'
        ? `${mine}\n${ended(piece.mine)}${base}\n${ended(piece.base)}${theirs}\n${ended(piece.theirs)}${end}\n`
        : piece.text,
    )
    .join('')
    .replaceAll('\r\n', '\n');
}

/** A mark stands at the start of a line, whatever is before it. */
function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** The conflicts that are left in a text. */
export function readConflicts(text: string): readonly Conflict[] {
  const found: Conflict[] = [];
  let open: Span[] = [];
  for (const line of markLines(text)) {
    const mark = text.slice(line.from, line.to);
    if (mark === marks[0]) open = [line];
    else if (mark === marks[open.length]) open.push(line);
    else open = [];
    const [mine, base, theirs, end] = open;
    if (!mine || !base || !theirs || !end) continue;
    found.push(conflictOf([mine, base, theirs, end], text.length));
    open = [];
  }
  return found;
}

function conflictOf(lines: Conflict['marks'], length: number): Conflict {
  const [mine, base, theirs, end] = lines;
  return {
    from: mine.from,
    to: Math.min(length, end.to + 1),
    marks: lines,
    mine: { from: mine.to + 1, to: base.from },
    base: { from: base.to + 1, to: theirs.from },
    theirs: { from: theirs.to + 1, to: end.from },
  };
}

function* markLines(text: string): Iterable<Span> {
  const any = /^(?:<<<<<<< mine|\|{7} base|======= theirs|>>>>>>> end)$/gm;
  for (const { index, 0: mark } of text.matchAll(any)) {
    yield { from: index, to: index + mark.length };
  }
}

/** What stands in the place of a conflict once it is decided. */
export function decidedText(text: string, conflict: Conflict, choice: Choice): string {
  const part = ({ from, to }: Span) => text.slice(from, to);
  if (choice === 'both') return part(conflict.mine) + part(conflict.theirs);
  return part(conflict[choice]);
}

/** The text with the line ends that another one has. */
export function withLineEndsOf(model: string, text: string): string {
  const isWindows = model.includes('\r\n') && !/[^\r]\n/.test(model);
  return isWindows ? text.replaceAll('\n', '\r\n') : text;
}
