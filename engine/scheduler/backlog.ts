import type { Schedules } from '../dag/definition.ts';
import type { Database } from '../storage/database.ts';
import { downtimesBetween, type Downtime } from '../storage/schedule-marks.ts';
import type { CatchUp } from './catch-up.ts';
import { dueBetween, type Due } from './due.ts';
import type { Ledger, Verdict } from './ledger.ts';
import type { ScheduledDag, ScheduledDags, SlotKey } from './ports.ts';
import { causeWords, slotWords } from './slot-words.ts';
import { startSlot, superseded } from './verdicts.ts';

export interface BacklogOptions {
  readonly db: Database;
  readonly ledger: Ledger;
  readonly dags: ScheduledDags;
  readonly catchUp: CatchUp;
  readonly timezone: string | null;
}

/** Slots of one DAG that nobody acted on in time. */
interface Job {
  readonly fileName: string;
  readonly schedule: Schedules;
  /** Exclusive; moves on as the job is worked off. */
  after: number;
  /** Inclusive. */
  readonly until: number;
  /** When they were found. */
  readonly foundAt: number;
  /** Starts that are to be caught up, oldest first. */
  readonly toCatchUp: { readonly at: number; readonly detail: string }[];
}

/** At most so many slots of one DAG are caught up: the newest (reference 3.13). */
const MOST_CAUGHT_UP = 1000;

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

  add(job: Omit<Job, 'toCatchUp'>): void {
    this.#jobs.push({ ...job, toCatchUp: [] });
  }

  /** The clock was set back: what lies in the future now comes again. */
  setBack(now: number): void {
    for (const job of this.#jobs.splice(0)) {
      const { fileName, toCatchUp, until } = job;
      for (const { at } of toCatchUp)
        if (at > now) this.#options.ledger.close(startSlot(fileName, at));
      const past = toCatchUp.filter(({ at }) => at <= now);
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
    const { db, timezone } = this.#options;
    const { schedule, after, until } = job;
    const due = dueBetween(schedule, { after, until, timezone, limit });
    const downtimes = downtimesBetween(db, after, until);
    for (const one of due) this.#decide(job, one, causeOf(downtimes, one.at));
    job.after = due.length < limit ? until : (due.at(-1)?.at ?? until);
    return due.length + 1;
  }

  #decide(job: Job, { kind, at }: Due, cause: Downtime | null): void {
    const { ledger, dags, timezone } = this.#options;
    const slot: SlotKey = { fileName: job.fileName, kind, at };
    if (!ledger.open(slot)) return;
    const dag = dags.get(job.fileName);
    const why = causeWords(cause, job.foundAt - at, timezone);
    if (dag?.suspended === true) {
      const verdict = { fate: 'skipped', reason: 'suspended' } as const;
      this.#write(slot, dag, { ...verdict, detail: slotWords.suspended() });
    } else if (kind === 'start' && dag !== null && mayCatchUp(dag, at, job.foundAt)) {
      const windowMs = dag.policy.catchupWindowMs;
      job.toCatchUp.push({ at, detail: slotWords.toCatchUp(why, { windowMs }) });
    } else {
      const reason = cause?.cause ?? 'busy';
      const isStart = kind === 'start' && dag !== null;
      const detail = isStart ? startMissed(why, dag) : slotWords.missed(why);
      this.#write(slot, dag, { fate: 'missed', reason, detail });
    }
  }

  /** Whether there is anything new to catch up. Only now is it known what the newest are. */
  #finish({ fileName, toCatchUp }: Job): boolean {
    if (toCatchUp.length === 0) return false;
    const { dags, catchUp } = this.#options;
    const dag = dags.get(fileName);
    const isLatest = dag?.policy.overlapPolicy === 'latest';
    const most = isLatest ? 1 : MOST_CAUGHT_UP;
    const verdict = isLatest ? superseded : capped;
    const known = catchUp.timesOf(fileName);
    const surplus = Math.max(0, known.length + toCatchUp.length - most);
    catchUp.settle(fileName, known.slice(0, surplus), verdict);
    const dropped = Math.max(0, surplus - known.length);
    for (const { at } of toCatchUp.slice(0, dropped))
      this.#write(startSlot(fileName, at), dag, verdict);
    const kept = toCatchUp.slice(dropped);
    for (const { at, detail } of kept)
      this.#write(startSlot(fileName, at), dag, { fate: 'pending', reason: 'to_catch_up', detail });
    catchUp.add(
      fileName,
      kept.map(({ at }) => at),
    );
    return true;
  }

  #write(slot: SlotKey, dag: ScheduledDag | null, verdict: Verdict): void {
    const { ledger } = this.#options;
    ledger.write(ledger.recordOf(slot, dag, verdict), 'insert');
  }
}

const capped: Verdict = {
  fate: 'skipped',
  reason: 'catchup_cap',
  detail: slotWords.catchupCap(MOST_CAUGHT_UP),
};

function mayCatchUp({ policy, problem }: ScheduledDag, at: number, now: number): boolean {
  const { catchupWindowMs } = policy;
  return problem === null && catchupWindowMs !== null && at >= now - catchupWindowMs;
}

function startMissed(why: string, { policy, problem }: ScheduledDag): string {
  if (problem !== null) return slotWords.missedAndInvalid(why, problem);
  return slotWords.missedForGood(why, { windowMs: policy.catchupWindowMs });
}

function causeOf(downtimes: readonly Downtime[], at: number): Downtime | null {
  return downtimes.find(({ from, to }) => from <= at && at <= to) ?? null;
}
