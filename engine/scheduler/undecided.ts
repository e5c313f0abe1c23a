import type { Clock } from '../lib/clock.ts';
import type { Backlog } from './backlog.ts';
import type { Ledger } from './ledger.ts';
import { LIVE_MS, type LiveSlot } from './live-slot.ts';

export interface UndecidedOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly ledger: Ledger;
  readonly backlog: Backlog;
  readonly decide: (slot: LiveSlot) => void;
}

/** Slots that could not be decided when they were due: the store took nothing, or their definition was being written. */
export class Undecided {
  readonly #options: UndecidedOptions;
  #slots: readonly LiveSlot[] = [];

  constructor(options: UndecidedOptions) {
    this.#options = options;
  }

  add(slots: readonly LiveSlot[]): void {
    this.#slots = [...this.#slots, ...slots];
  }

  has(fileName: string): boolean {
    return this.#slots.some((slot) => slot.fileName === fileName);
  }

  rename(from: string, to: string): void {
    const renamed = (slot: LiveSlot) => (slot.fileName === from ? { ...slot, fileName: to } : slot);
    this.#slots = this.#slots.map(renamed);
  }

  /** They are still in time, or missed by now. */
  look(): void {
    const { clock, ledger, backlog, decide } = this.#options;
    const now = clock.now();
    const slots = this.#slots;
    this.#slots = [];
    for (const slot of slots) {
      const { fileName, schedule, at, startsAt } = slot;
      if (now - startsAt < LIVE_MS) {
        // The clock was set back since: the next look finds out how far, and what is due then.
        if ((schedule === null ? startsAt : at) > now) this.add([slot]);
        else decide(slot);
      } else if (schedule === null) backlog.addPutOff(slot, now);
      else {
        ledger.close(slot);
        backlog.add({ fileName, schedule, after: at - 1, until: at, foundAt: now });
      }
    }
  }

  /** The clock was set back: what is due again comes again, and what stands in the ledger stays. */
  setBack(now: number): void {
    const isOpen = ({ at, schedule }: LiveSlot): boolean => schedule === null || at <= now;
    for (const slot of this.#slots) if (!isOpen(slot)) this.#options.ledger.close(slot);
    this.#slots = this.#slots.filter(isOpen);
  }
}
