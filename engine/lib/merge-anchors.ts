/** A text of lines, as it was and as two people have made it. */
export interface ThreeLines {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/** Where a line stands in each of the three. */
type Anchor = Readonly<Record<keyof ThreeLines, number>>;

const sides = ['base', 'mine', 'theirs'] as const;

/**
 * Cuts three texts before and behind the lines that each of them has once, such as the names of steps, as far as they stand
 * in the same order. What is between two of them can be compared without the rest.
 */
export function cutAtAnchors(three: ThreeLines): readonly ThreeLines[] {
  const parts: ThreeLines[] = [];
  let from = { base: 0, mine: 0, theirs: 0 };
  for (const anchor of anchorsOf(three)) {
    const behind = { base: anchor.base + 1, mine: anchor.mine + 1, theirs: anchor.theirs + 1 };
    parts.push(cut(three, from, anchor), cut(three, anchor, behind));
    from = behind;
  }
  const ends = { base: three.base.length, mine: three.mine.length, theirs: three.theirs.length };
  return [...parts, cut(three, from, ends)];
}

function cut({ base, mine, theirs }: ThreeLines, from: Anchor, to: Anchor): ThreeLines {
  return {
    base: base.slice(from.base, to.base),
    mine: mine.slice(from.mine, to.mine),
    theirs: theirs.slice(from.theirs, to.theirs),
  };
}

function anchorsOf(three: ThreeLines): readonly Anchor[] {
  const [base, mine, theirs] = sides.map((side) => singles(three[side]));
  const shared = [...(base ?? [])].flatMap(([line, at]): Anchor[] => {
    const [left, right] = [mine?.get(line), theirs?.get(line)];
    return left === undefined || right === undefined
      ? []
      : [{ base: at, mine: left, theirs: right }];
  });
  return rising(rising(shared, 'mine'), 'theirs');
}

/** The lines that stand in a text once, with their places. */
function singles(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const again = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (places.has(line)) again.add(line);
    else places.set(line, index);
  }
  for (const line of again) places.delete(line);
  return places;
}

interface Link {
  readonly anchor: Anchor;
  readonly before: Link | undefined;
}

/** As many of them as stand in the same order in the text of a side. */
function rising(anchors: readonly Anchor[], side: 'mine' | 'theirs'): readonly Anchor[] {
  // Of the chains of each length the one whose last place is the first: patience.
  const ends: Link[] = [];
  for (const anchor of anchors) {
    const length = shorterThan(ends, anchor[side], side);
    ends[length] = { anchor, before: ends[length - 1] };
  }
  const chain: Anchor[] = [];
  for (let link = ends.at(-1); link !== undefined; link = link.before) chain.push(link.anchor);
  return chain.reverse();
}

/** How many of the chains end before a place. */
function shorterThan(ends: readonly Link[], place: number, side: 'mine' | 'theirs'): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle]?.anchor[side] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
