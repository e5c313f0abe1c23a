import type { Kind, Line, SimulatedDag } from './simulated-dag.ts';
import { timeAfter, timesOf } from './simulated-dag.ts';

export interface Slot {
  readonly fileName: string;
  readonly kind: Kind;
  readonly at: number;
}

export const keyOf = ({ fileName, kind, at }: Slot): string => `${fileName} ${kind} ${at}`;

/** A schedule as the engine knew it for some time: slots after `since`, until and with `until`. */
interface Known {
  readonly fileName: string;
  readonly lines: readonly Line[];
  readonly since: number;
  until: number;
}

/** Which slots there are: a schedule counts from when the engine reads it until it reads another. */
export class ExistingSlots {
  readonly #known: Known[] = [];
  /** Where a clock that was set back leaves open whether a schedule counts: it was read in what is the future again. */
  readonly #open: { readonly fileName: string; readonly from: number; readonly until: number }[] =
    [];
  /** No slot comes due before, unless a schedule or the clock changes. */
  #next = -Infinity;

  /** Whether any schedule is in force: without one nobody is missed. */
  get isAny(): boolean {
    return this.#known.some(({ lines, until }) => lines.length > 0 && until === Infinity);
  }

  /** The schedule that a file has from now on; undefined: it is gone. Nothing happens where the engine knows it so. */
  read(fileName: string, dag: SimulatedDag | undefined, wall: number): void {
    this.#next = -Infinity;
    const current = this.#current(fileName);
    const lines = dag?.lines;
    if (current !== undefined && lines !== undefined && isSame(current.lines, lines)) return;
    if (current !== undefined) current.until = Math.max(current.since, wall);
    if (lines !== undefined) this.#known.push({ fileName, lines, since: wall, until: Infinity });
  }

  /** The clock shows `wall` although it has shown more. */
  setBack(wall: number): void {
    this.#next = -Infinity;
    for (const { fileName, since, until } of this.#known) {
      if (since > wall) this.#open.push({ fileName, from: wall, until: since });
      if (until > wall && until < Infinity) this.#open.push({ fileName, from: wall, until });
    }
  }

  /** Those that have come due after `after`, until and with `until`, in no order. */
  between(after: number, until: number): readonly Slot[] {
    if (until < this.#next) return [];
    const found = this.#known.flatMap((known) =>
      known.lines.flatMap((line) =>
        timesOf(line, Math.max(after, known.since), Math.min(until, known.until)).map((at) => ({
          fileName: known.fileName,
          kind: line.kind,
          at,
        })),
      ),
    );
    const next = this.#known
      .filter((known) => known.until === Infinity)
      .flatMap(({ lines, since }) => lines.map((line) => timeAfter(line, Math.max(until, since))));
    this.#next = Math.min(Infinity, ...next);
    return found;
  }

  /** Whether the rule leaves it open that there is such a slot. */
  mayExist({ fileName, kind, at }: Slot): boolean {
    const isOpen = this.#open.some(
      (range) => range.fileName === fileName && at > range.from && at <= range.until,
    );
    const isTime = (line: Line): boolean => line.kind === kind && timeAfter(line, at - 1) === at;
    return (
      isOpen && this.#known.some((known) => known.fileName === fileName && known.lines.some(isTime))
    );
  }

  /** Lines of the schedules by which a slot may be decided. */
  linesFor({ fileName, at }: Slot): readonly (readonly Line[])[] {
    return this.#known
      .filter((known) => known.fileName === fileName && known.until >= at)
      .map(({ lines }) => lines);
  }

  #current(fileName: string): Known | undefined {
    return this.#known.findLast((known) => known.fileName === fileName && known.until === Infinity);
  }
}

const isSame = (one: readonly Line[], other: readonly Line[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
