import { diff3MergeRegions } from 'node-diff3';
import { cutAtAnchors, type ThreeLines } from './merge-anchors.ts';

/** What both sides have made of the same text. */
export interface ThreeTexts {
  /** Of the last sync. */
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/**
 * A part of a merge, of whole lines. `same`: nobody has changed it; `mine`, `theirs`: one side has; `both`: both have, in the
 * same way; `conflict`: each in its own way, and a person decides.
 */
export type MergePiece =
  | { readonly kind: 'same' | 'mine' | 'theirs' | 'both'; readonly text: string }
  | ({ readonly kind: 'conflict' } & ThreeTexts);

/** What is left of the time that a merge may take: comparisons of lines, about a millisecond for a million. */
interface Allowance {
  left: number;
}

const MAX_COMPARISONS = 200_000_000;

/** Merges two texts by lines. What one side alone has changed is taken; changes that touch each other are a conflict. */
export function mergeTexts({ base, mine, theirs }: ThreeTexts): readonly MergePiece[] {
  const three = { base: linesOf(base), mine: linesOf(mine), theirs: linesOf(theirs) };
  const pieces = mergeLines(three, { left: MAX_COMPARISONS });
  return joined(pieces.filter((piece) => piece.kind === 'conflict' || piece.text !== ''));
}

function mergeLines(three: ThreeLines, allowance: Allowance): readonly MergePiece[] {
  const { start, end } = commonEnds([three.base, three.mine, three.theirs]);
  const inner = (lines: readonly string[]) => lines.slice(start, lines.length - end);
  const changed = {
    base: inner(three.base),
    mine: inner(three.mine),
    theirs: inner(three.theirs),
  };
  return [
    { kind: 'same', text: textOf(three.base.slice(0, start)) },
    ...changesOf(changed, allowance),
    { kind: 'same', text: textOf(three.base.slice(three.base.length - end)) },
  ];
}

function changesOf(three: ThreeLines, allowance: Allowance): readonly MergePiece[] {
  const cost = costOf(three);
  if (cost <= allowance.left) {
    allowance.left -= cost;
    return compare(three);
  }
  const parts = cutAtAnchors(three);
  return parts.length === 1 ? decide(three) : parts.flatMap((part) => mergeLines(part, allowance));
}

/** The comparison looks for each pair of equal lines among all that it has found before. */
function costOf({ base, mine, theirs }: ThreeLines): number {
  const counts = new Map<string, number>();
  for (const line of base) counts.set(line, (counts.get(line) ?? 0) + 1);
  const pairs = (lines: readonly string[]) =>
    lines.reduce((sum, line) => sum + (counts.get(line) ?? 0), base.length);
  return pairs(mine) * mine.length + pairs(theirs) * theirs.length;
}

const kinds = { o: 'same', a: 'mine', b: 'theirs' } as const;

function compare({ base, mine, theirs }: ThreeLines): readonly MergePiece[] {
  return diff3MergeRegions([...mine], [...base], [...theirs]).flatMap((region) => {
    if (region.stable) return [{ kind: kinds[region.buffer], text: textOf(region.bufferContent) }];
    return decide({ base: region.oContent, mine: region.aContent, theirs: region.bContent });
  });
}

/** Of what both sides have changed in one place: the lines on which they agree, and those in between. */
function decide({ base, mine, theirs }: ThreeLines): readonly MergePiece[] {
  const { start, end } = commonEnds([mine, theirs]);
  const own = textOf(mine.slice(start, mine.length - end));
  const others = textOf(theirs.slice(start, theirs.length - end));
  const open = { kind: 'conflict' as const, base: textOf(base), mine: own, theirs: others };
  return [
    { kind: 'both', text: textOf(mine.slice(0, start)) },
    ...(own === others ? [] : [open]),
    { kind: 'both', text: textOf(mine.slice(mine.length - end)) },
  ];
}

/** How many lines texts share at their starts, and how many of the others at their ends. */
function commonEnds(texts: readonly (readonly string[])[]) {
  const [first = []] = texts;
  const most = Math.min(...texts.map(({ length }) => length));
  let start = 0;
  while (start < most && texts.every((lines) => lines[start] === first[start])) start++;
  let end = 0;
  while (end < most - start && texts.every((lines) => lines.at(-1 - end) === first.at(-1 - end))) {
    end++;
  }
  return { start, end };
}

/** What was cut to be compared is one piece again. */
function joined(pieces: readonly MergePiece[]): readonly MergePiece[] {
  const whole: MergePiece[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    if (last !== undefined && last.kind !== 'conflict' && last.kind === piece.kind) {
      whole[whole.length - 1] = { kind: last.kind, text: last.text + piece.text };
    } else whole.push(piece);
  }
  return whole;
}

/** With their ends, so that the parts of a text make up all of it. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function textOf(lines: readonly string[]): string {
  return lines.join('');
}
