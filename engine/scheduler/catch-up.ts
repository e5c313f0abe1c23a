import type { Config } from '../config/config.ts';
import type { Database } from '../storage/database.ts';
import { activeRunsOf } from '../storage/runs.ts';
import type { Clock } from '../lib/clock.ts';
import { askForRun, type AskOptions } from './ask-for-run.ts';
import type { Verdict } from './ledger.ts';
import type { ScheduledDag, ScheduledDags } from './ports.ts';
import type { Restarts } from './restarts.ts';
import { reasons } from './format-reason.ts';
import { ruleOn } from './slot-rules.ts';
import { succeededRun } from './succeeded-run.ts';
import type { Turns } from './turns.ts';
import { gone, startSlot, superseded } from './verdicts.ts';

export interface CatchUpOptions extends AskOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly dags: ScheduledDags;
  readonly restarts: Restarts;
  readonly turns: Turns;
  /** Its `timezone` is that of lines that name none. */
  readonly config: Pick<Config, 'timezone'>;
}

const MINUTE_MS = 60_000;

/** Missed starts that are to be caught up: oldest first, one per DAG at each full minute. */
export class CatchUp {
  readonly #options: CatchUpOptions;
  /** Times of the pending slots, oldest first. */
  readonly #byDag = new Map<string, number[]>();
  /** DAGs that let the slot of this minute go first: until when they may follow it. */
  readonly #giveWay = new Map<string, number>();
  #nextTick: number;

  constructor(options: CatchUpOptions) {
    this.#options = options;
    this.#nextTick = this.#minuteAfter();
  }

  /** When the next tick is due; null while nothing is pending. */
  get nextAt(): number | null {
    return this.#byDag.size === 0 ? null : this.#nextTick;
  }

  /** Takes on pending slots of a DAG. */
  add(fileName: string, times: readonly number[]): void {
    if (times.length === 0) return;
    this.#byDag.set(
      fileName,
      [...this.timesOf(fileName), ...times].sort((a, b) => a - b),
    );
  }

  timesOf(fileName: string): readonly number[] {
    return this.#byDag.get(fileName) ?? [];
  }

  /** The clock was set back: what lies in the future now is pending no more. */
  setBack(now: number): void {
    for (const [fileName, times] of [...this.#byDag]) {
      this.#keep(
        fileName,
        times.filter((at) => at <= now),
      );
    }
    this.#nextTick = this.#minuteAfter();
  }

  rename(from: string, to: string): void {
    const times = this.#byDag.get(from);
    if (times === undefined) return;
    this.#byDag.delete(from);
    this.#byDag.set(to, times);
  }

  /** Takes the oldest slot of each DAG when a full minute has come; or at once, when there are new ones. */
  look({ hasNew }: { readonly hasNew: boolean }): void {
    if (!hasNew && this.#options.clock.now() < this.#nextTick) return;
    this.#nextTick = this.#minuteAfter();
    const until = this.#nextTick;
    for (const fileName of this.#byDag.keys())
      this.#options.turns.take(fileName, () => this.#takeBefore(until, fileName));
  }

  /** What gave way to a run of this minute follows it. */
  runEnded(dagName: string): void {
    const { dags, turns } = this.#options;
    for (const [fileName, until] of this.#giveWay) {
      if (dags.get(fileName)?.name === dagName)
        turns.take(fileName, () => this.#takeBefore(until, fileName));
    }
  }

  /** A DAG that was asked about something else for so long has its next tick by now: one of the two is enough. */
  async #takeBefore(until: number, fileName: string): Promise<void> {
    this.#giveWay.delete(fileName);
    if (this.#options.clock.now() < until) await this.#take(until, fileName);
  }

  /** Gives slots that are pending their last fate. */
  settle(fileName: string, times: readonly number[], verdict: Verdict): void {
    const { ledger, dags } = this.#options;
    const dag = dags.get(fileName);
    for (const at of times)
      ledger.write(ledger.recordOf(startSlot(fileName, at), dag, verdict), 'update');
    this.#keep(
      fileName,
      this.timesOf(fileName).filter((at) => !times.includes(at)),
    );
  }

  async #take(until: number, fileName: string): Promise<void> {
    const [at] = this.timesOf(fileName);
    if (at === undefined) return;
    const { dags, runs, db, config } = this.#options;
    const { timezone } = config;
    await runs.settling(dags.get(fileName)?.name ?? '');
    const dag = dags.get(fileName);
    const ruling = ruleOn('catchUp', {
      dag,
      mayWait: () => true,
      succeeded: (known) =>
        succeededRun(db, {
          dag: known,
          at,
          schedule: known.schedule,
          timezone,
          aside: 'all before',
        }),
    });
    if (ruling === 'later') return;
    if (dag === null) this.settle(fileName, this.timesOf(fileName), ruling ?? gone);
    else if (ruling !== null) this.settle(fileName, [at], ruling);
    else if (this.#isActive(dag)) this.#meetRun(until, dag, at);
    else await this.#run(until, dag, at);
  }

  async #run(until: number, dag: ScheduledDag, at: number): Promise<void> {
    const { timezone } = this.#options.config;
    const answer = await askForRun(this.#options, {
      slot: startSlot(dag.fileName, at),
      dag,
      trigger: 'catchup',
      how: 'update',
      ran: (now) => ({ reason: 'caught_up', detail: reasons.caughtUp(now, timezone) }),
    });
    if (answer.kind === 'active') this.#meetRun(until, dag, at);
    if (answer.kind !== 'decided') return;
    this.#keep(
      dag.fileName,
      this.timesOf(dag.fileName).filter((time) => time !== at),
    );
  }

  #isActive({ fileName, name }: ScheduledDag): boolean {
    const { db, restarts } = this.#options;
    return restarts.isUnderWay(fileName) || activeRunsOf(db, name).length > 0;
  }

  /** A run that this minute has begun is no run that had not ended: it goes first. */
  #meetRun(until: number, dag: ScheduledDag, at: number): void {
    const { db, restarts } = this.#options;
    const since = until - MINUTE_MS;
    const isOfThisMinute =
      restarts.isUnderWay(dag.fileName, since) ||
      activeRunsOf(db, dag.name).every(
        ({ triggerType, createdAt }) => triggerType === 'scheduler' && createdAt >= since,
      );
    if (isOfThisMinute) this.#giveWay.set(dag.fileName, until);
    else this.#overlap(dag, at);
  }

  #overlap({ fileName, name, policy }: ScheduledDag, at: number): void {
    if (policy.overlapPolicy === 'skip') {
      const dagRunId = activeRunsOf(this.#options.db, name).at(-1)?.runId ?? '';
      const detail = dagRunId === '' ? reasons.restartUnderWay() : reasons.overlap(dagRunId);
      this.settle(fileName, [at], { fate: 'skipped', reason: 'overlap', detail, dagRunId });
    } else if (policy.overlapPolicy === 'latest') {
      this.settle(fileName, this.timesOf(fileName).slice(0, -1), superseded);
    }
  }

  #keep(fileName: string, times: number[]): void {
    if (times.length === 0) this.#byDag.delete(fileName);
    else this.#byDag.set(fileName, times);
  }

  #minuteAfter(): number {
    return (Math.floor(this.#options.clock.now() / MINUTE_MS) + 1) * MINUTE_MS;
  }
}
