import { FETCHED, median, type Figure, type Measure, type Results } from './measure.ts';

/** A figure of ours beside that of each peer, by medians. Null: it was not measured. */
export interface Standing {
  readonly figure: Figure;
  readonly ours: number | null;
  readonly peers: readonly Rival[];
  /** Null: there is nothing to keep. */
  readonly verdict: 'not measured' | 'kept' | 'kept by ratio' | 'OVER' | null;
}

export interface Rival {
  readonly name: string;
  readonly value: number | null;
}

export function standingsOf(measures: readonly Measure[], results: Results): readonly Standing[] {
  const [first, ...others] = results;
  return measures
    .flatMap(({ figures }) => figures)
    .map((figure) => {
      const valueIn = (values: readonly number[] | undefined) =>
        values === undefined ? null : median(values);
      const ours = valueIn(first?.[1][figure.key]);
      const peers = others.map(([name, of]) => ({ name, value: valueIn(of[figure.key]) }));
      return { figure, ours, peers, verdict: verdict(ours, peers, figure) };
    });
}

/** Those that do better than ours. */
export function rivalsAhead({ figure, ours, peers }: Standing): readonly Rival[] {
  return peers.filter(({ value }) => !keeps(ours, value, figure));
}

/**
 * A budget was set on a quiet machine along with what the fetched peer needed there: on a busy one, it is kept "by ratio"
 * when ours has kept its distance to that peer.
 */
function verdict(
  ours: number | null,
  peers: readonly Rival[],
  figure: Figure,
): Standing['verdict'] {
  const { budget, peerThen } = figure;
  if (ours === null) return 'not measured';
  if (budget === null) return null;
  if (budget === 'peer') {
    if (peers.every(({ value }) => value === null)) return null;
    return peers.every(({ value }) => keeps(ours, value, figure)) ? 'kept' : 'OVER';
  }
  if (keeps(ours, budget, figure)) return 'kept';
  const now = peers.find(({ name }) => name === FETCHED)?.value ?? null;
  const hasRatio = now !== null && peerThen !== null;
  return hasRatio && keeps(ours, (budget * now) / peerThen, figure) ? 'kept by ratio' : 'OVER';
}

/** Whether a value is no worse than a bound. What was not measured is no bound, and keeps to all. */
function keeps(value: number | null, bound: number | null, { better }: Figure): boolean {
  if (value === null || bound === null) return true;
  return better === 'lower' ? value <= bound : value >= bound;
}
