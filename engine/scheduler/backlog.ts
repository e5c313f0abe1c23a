import type { Config } from '../config/config.ts';
import type { Schedules } from '../dag/definition.ts';
import type { Database } from '../storage/database.ts';
import { downtimesBetween, type Downtime } from '../storage/schedule-marks.ts';
import type { CatchUp } from './catch-up.ts';
import { dueBetween } from './due.ts';
import type { Ledger, Verdict } from './ledger.ts';
import { howOf, LIVE_MS, type LiveSlot } from './live-slot.ts';
import type { ScheduledDag, ScheduledDags } from './ports.ts';
import { startOfSlot, type PutOffStarts } from './put-off-starts.ts';
import { causeWords, reasons } from './format-reason.ts';
import { ruleOn } from './slot-rules.ts';
import { superseded } from './verdicts.ts';

export interface BacklogOptions {
  readonly db: Database;
  readonly ledger: Ledger;
  readonly dags: ScheduledDags;
  readonly catchUp: CatchUp;
  readonly putOff: PutOffStarts;
  /** Called for a slot that is not late: `jitter_sec` puts off its start. */
  readonly inTime: (slot: LiveSlot) => void;
  /** Its `timezone` is that of lines that name none. */
  readonly config: Pick<Config, 'timezone'>;
  readonly bootAt: () => number | null;
}

/** Slots of one DAG that nobody acted on in time. */
interface Job {
  readonly fileName: string;
  /** By which they are due; a slot that was put off, and is known by itself. */
  readonly due: Schedules | LiveSlot;
  /** Exclusive; moves on as the job is worked off. */
  after: number;
  /** Inclusive. */
  readonly until: number;
  /** When they were found. */
  readonly foundAt: number;
  /** Starts that are to be caught up, oldest first. */
  readonly toCatchUp: { readonly slot: LiveSlot; readonly detail: string }[];
}

/** At most so many slots of one DAG are caught up: the newest. */
const MAX_CAUGHT_UP = 1000;

/** Gives slots their fate that came due while nobody could act: missed, skipped, or to be caught up. */
export class Backlog {
  readonly #options: BacklogOptions;
  readonly #jobs: Job[] = [];

  constructor(options: BacklogOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#jobs.length === 0;
  }

  /** Until when every slot is known, whatever is still to be worked off; null where nothing is. */
  get doneUntil(): number | null {
    return this.isEmpty ? null : Math.min(...this.#jobs.map(({ after }) => after));
  }

  add({
    schedule,
    ...job
  }: Omit<Job, 'due' | 'toCatchUp'> & { readonly schedule: Schedules }): void {
    this.#jobs.push({ ...job, due: schedule, toCatchUp: [] });
  }

  /** Takes on a start that was put off, and could not be acted on when its time had come. */
  addPutOff(slot: LiveSlot, foundAt: number): void {
    const { fileName, at } = slot;
    this.#jobs.push({ fileName, due: slot, after: at - 1, until: at, foundAt, toCatchUp: [] });
  }

  /** The clock was set back: what lies in the future now comes again. */
  setBack(now: number): void {
    for (const job of this.#jobs.splice(0)) {
      if ('startsAt' in job.due) {
        this.#options.putOff.add(job.due);
        continue;
      }
      const { toCatchUp, until } = job;
      for (const { slot } of toCatchUp) if (slot.at > now) this.#options.ledger.close(slot);
      const past = toCatchUp.filter(({ slot }) => slot.at <= now);
      const after = Math.min(job.after, now);
      this.#jobs.push({ ...job, after, until: Math.min(until, now), toCatchUp: past });
    }
  }

  /** Decides about so many slots, give or take those of one instant. Returns whether there are new ones to catch up. */
  work(most: number): boolean {
    let hasNew = false;
    for (let left = most; left > 0;) {
      const [job] = this.#jobs;
      if (job === undefined) break;
      left -= this.#slice(job, left);
      if (job.after < job.until) continue;
      this.#jobs.shift();
      if (this.#finish(job)) hasNew = true;
    }
    return hasNew;
  }

  /** How much it did, at least 1. */
  #slice(job: Job, limit: number): number {
    const { after, until, foundAt } = job;
    const slots = this.#slotsOf(job, limit);
    const downtimes = downtimesBetween(this.#options.db, after, foundAt);
    for (const slot of slots) this.#decide(job, slot, causeOf(downtimes, slot.startsAt));
    job.after = slots.length < limit ? until : (slots.at(-1)?.at ?? until);
    return slots.length + 1;
  }

  #slotsOf({ fileName, due: schedule, after, until }: Job, limit: number): readonly LiveSlot[] {
    if ('startsAt' in schedule) return [schedule];
    const { dags, config, bootAt } = this.#options;
    const { timezone } = config;
    const dag = dags.get(fileName);
    return dueBetween(schedule, { after, until, timezone, limit, bootAt: bootAt() }).map((due) => ({
      ...due,
      fileName,
      schedule,
      startsAt: startOfSlot(dag, due),
    }));
  }

  #decide({ foundAt, toCatchUp }: Job, slot: LiveSlot, downtime: Downtime | null): void {
    const { ledger, dags, config, inTime } = this.#options;
    const { timezone } = config;
    const { fileName, kind, startsAt: at } = slot;
    if (slot.schedule !== null && !ledger.open(slot)) return;
    if (foundAt - at < LIVE_MS) {
      inTime(slot);
      return;
    }
    const dag = dags.get(fileName);
    const ruling = ruleOn('backlog', { dag, kind, at, foundAt, downtime, timezone });
    if (ruling !== null) {
      this.#write(slot, dag, ruling);
      return;
    }
    const why = causeWords(downtime, foundAt - at, timezone);
    const windowMs = dag?.policy.catchupWindowMs ?? null;
    toCatchUp.push({ slot, detail: reasons.toCatchUp(why, { windowMs }) });
  }

  /** Whether there is anything new to catch up. Only now is it known what the newest are. */
  #finish({ fileName, toCatchUp }: Job): boolean {
    if (toCatchUp.length === 0) return false;
    const { dags, catchUp } = this.#options;
    const dag = dags.get(fileName);
    const { most, verdict } = limitOf(dag);
    const known = catchUp.timesOf(fileName);
    const times = toCatchUp.map(({ slot }) => slot.at);
    // One that was late only when its turn came may be older than what waits already.
    const surplus = allButNewest([...known, ...times], most);
    const isSurplus = (at: number): boolean => surplus.has(at);
    catchUp.settle(fileName, known.filter(isSurplus), verdict);
    for (const { slot, detail } of toCatchUp) {
      const pending = { fate: 'pending', reason: 'to_catch_up', detail } as const;
      this.#write(slot, dag, isSurplus(slot.at) ? verdict : pending);
    }
    catchUp.add(
      fileName,
      times.filter((at) => !isSurplus(at)),
    );
    return true;
  }

  #write(slot: LiveSlot, dag: ScheduledDag | null, verdict: Verdict): void {
    const { ledger } = this.#options;
    ledger.write(ledger.recordOf(slot, dag, verdict), howOf(slot));
  }
}

const capped: Verdict = {
  fate: 'skipped',
  reason: 'catchup_cap',
  detail: reasons.catchupCap(MAX_CAUGHT_UP),
};

/** How many starts of a DAG may wait to be caught up, and what becomes of those that are too many. */
function limitOf(dag: ScheduledDag | null): { readonly most: number; readonly verdict: Verdict } {
  const isLatest = dag?.policy.overlapPolicy === 'latest';
  return isLatest ? { most: 1, verdict: superseded } : { most: MAX_CAUGHT_UP, verdict: capped };
}

function allButNewest(times: readonly number[], most: number): ReadonlySet<number> {
  return new Set(times.toSorted((a, b) => b - a).slice(most));
}

/** What it fell into, or what cut the minute short in which it could be acted on. */
export function causeOf(downtimes: readonly Downtime[], at: number): Downtime | null {
  const within = downtimes.find(({ from, to }) => from <= at && at <= to);
  return within ?? downtimes.find(({ from }) => from > at && from - at < LIVE_MS) ?? null;
}
