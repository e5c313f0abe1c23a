import type { RunningServer } from './servers/server.ts';

/** One thing to find out about a server: what to do to it, and which figures that gives. */
export interface Measure {
  readonly name: string;
  readonly figures: readonly Figure[];
  /**
   * Fills an empty home before the server starts on it. Such a measure has a server of its own, and ours alone, because
   * it writes to the store.
   */
  readonly fillHome?: (home: string) => void;
  /** Answers with a value for each figure, by its key. */
  readonly take: (server: RunningServer) => Promise<Readonly<Record<string, number>>>;
}

export interface Figure {
  readonly key: string;
  readonly title: string;
  readonly unit: 'ms' | 'MB' | '%' | '/s' | '';
  readonly better: 'lower' | 'higher';
  /** What the median has to keep to; null: worth knowing, without a bound. */
  readonly budget: number | null;
  /** What the peer needed on the quiet machine that the budget was set for; null: nobody measured it. */
  readonly peerThen: number | null;
}

/** Figures by key, one value a round, by name of server. */
export type Results = ReadonlyMap<string, Readonly<Record<string, readonly number[]>>>;

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * part;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place % 1);
}

/** Does a thing many times, several at once, and answers with how long each took. */
export async function timeEach(
  { times, atOnce }: { readonly times: number; readonly atOnce: number },
  act: (index: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const took: number[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < times; index = next++) {
      const begun = performance.now();
      await act(index);
      took.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return took;
}
