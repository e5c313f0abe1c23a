import type { ServerHome } from './servers/server.ts';
import type { RunningServer } from './servers/server.ts';

/** One thing to find out about a server: what to do to it, and which figures that gives. */
export interface Measure {
  readonly name: string;
  /** A word by which `--only` takes this measure together with others. */
  readonly group?: string;
  readonly figures: readonly Figure[];
  /** Fills an empty home before the server starts on it. Such a measure has a server of its own. */
  readonly fillHome?: (home: ServerHome) => void;
  /** It has a server of its own on an empty home, because it starts it again, or leaves it other than it was. */
  readonly ownServer?: true;
  /** Peers are left out: they have no counterpart, or would not read what fills the home. */
  readonly oursAlone?: true;
  /** Takes so long that it is left out unless `--only` names it or `--all` is given. */
  readonly onRequest?: true;
  /** Answers with a value for each figure, by its key. */
  readonly take: (
    server: RunningServer,
    settings: MeasureSettings,
  ) => Promise<Readonly<Record<string, number>>>;
}

export interface MeasureSettings {
  /** How many minutes are watched by measures that wait for the hands of a clock, or for what only time brings. */
  readonly minutes: number;
}

export interface Figure {
  readonly key: string;
  readonly title: string;
  readonly unit: 'ms' | 'MB' | '%' | '/s' | '×' | '';
  readonly better: 'lower' | 'higher';
  /** What the median has to keep to, which may be what each peer reaches; null: worth knowing, without a bound. */
  readonly budget: number | 'peer' | null;
  /** Why that is the bound; said when it is not kept. */
  readonly reason?: string;
  /** What the fetched peer needed on the quiet machine that the budget was set for; null: nobody measured it. */
  readonly peerThen: number | null;
}

/** Name of the peer that the bench fetches: the release that `peerThen` is of. */
export const FETCHED = 'peer';

/** Figures by key, one value a round, by name of server: ours first, then the peers. */
export type Results = ReadonlyMap<string, Readonly<Record<string, readonly number[]>>>;

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which a part of the values lies, from 0 to 1; between two of them in proportion. */
export function quantile(values: readonly number[], part: number): number {
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
