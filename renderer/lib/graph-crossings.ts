/** A piece of an edge between two layers: where it leaves the upper one and enters the lower one. */
export interface Strand {
  readonly from: number;
  readonly to: number;
}

/** How many pairs of strands cross between two layers, in about as many steps as there are strands. */
export function crossings(strands: readonly Strand[]): number {
  const sorted = strands.toSorted((one, other) => one.from - other.from || one.to - other.to);
  const ends = [...new Set(sorted.map(({ to }) => to))].sort((one, other) => one - other);
  const rank = new Map(ends.map((end, index) => [end, index + 1]));
  // A Fenwick tree: how many strands have ended so far at each place or before it.
  const ended = new Int32Array(ends.length + 1);
  let count = 0;
  sorted.forEach(({ to }, before) => {
    const place = rank.get(to) ?? 0;
    let atOrBefore = 0;
    for (let at = place; at > 0; at -= at & -at) atOrBefore += ended[at] ?? 0;
    count += before - atOrBefore;
    for (let at = place; at < ended.length; at += at & -at) ended[at] = (ended[at] ?? 0) + 1;
  });
  return count;
}
