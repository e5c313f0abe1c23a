import type { Config } from '../config/config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import { nextPlannedAt, plannedUntil, type PlannedRun } from '../storage/planned-runs.ts';
import { runById, type RunRecord } from '../storage/runs.ts';
import { downtimesBetween } from '../storage/schedule-marks.ts';
import { causeOf } from './backlog.ts';
import { causeWords, reasons } from './format-reason.ts';
import { LIVE_MS } from './live-slot.ts';
import { mayCatchUp } from './missed-rule.ts';
import type { PlannedRuns, ScheduledDags } from './ports.ts';

export interface PlannedOptions {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly dags: ScheduledDags;
  readonly planned: PlannedRuns;
  /** Its `timezone` is that of times in reasons. */
  readonly config: Pick<Config, 'timezone'>;
  readonly failed: (error: unknown) => void;
}

/**
 * Runs that somebody wants to start at a time. They are judged as slots are: less than a minute late they start, later they
 * are caught up through the queue where the DAG has a `catchup_window` that reaches so far, or fail with the reason.
 */
export class PlannedStarts {
  readonly #options: PlannedOptions;
  /** Those that are being started: they are planned until that is on the disk. */
  readonly #underWay = new Set<number>();
  #lookedAt = 0;

  constructor(options: PlannedOptions) {
    this.#options = options;
  }

  /** When the next is due; null for none. What the machine could not start is tried again with each look. */
  get nextAt(): number | null {
    return nextPlannedAt(this.#options.db, this.#lookedAt);
  }

  get isAny(): boolean {
    return nextPlannedAt(this.#options.db, 0) !== null;
  }

  /** Starts what is due. */
  look(): void {
    const { db, clock, failed } = this.#options;
    const now = clock.now();
    this.#lookedAt = now;
    for (const due of plannedUntil(db, now)) {
      const run = this.#underWay.has(due.runId) ? undefined : runById(db, due.runId);
      if (run === undefined) continue;
      this.#underWay.add(due.runId);
      this.#decide(run, due, now)
        .catch(failed)
        .finally(() => this.#underWay.delete(due.runId));
    }
  }

  async #decide(run: RunRecord, { dueAt, isDirect }: PlannedRun, now: number): Promise<void> {
    const { planned } = this.#options;
    const missed = now - dueAt < LIVE_MS ? null : this.#missed(run, dueAt, now);
    if (missed !== null) planned.fail(run, missed);
    else if (isDirect === 1 && now - dueAt < LIVE_MS) await planned.begin(run);
    else await planned.enter(run);
  }

  /** Why one that is late does not start any more; null: it is caught up. */
  #missed({ fileName }: RunRecord, at: number, foundAt: number): string | null {
    const { db, dags, config } = this.#options;
    const { timezone } = config;
    const dag = fileName === null ? null : dags.get(fileName);
    // It has the definition with which it was accepted: what is wrong with the file since is not its business.
    const sound = dag && { policy: dag.policy, problem: null };
    if (mayCatchUp({ dag: sound, kind: 'start', at, foundAt })) return null;
    const downtime = causeOf(downtimesBetween(db, at - LIVE_MS, at + LIVE_MS), at);
    const why = causeWords(downtime, foundAt - at, timezone);
    return reasons.plannedMissed(why, {
      at,
      timezone,
      windowMs: dag?.policy.catchupWindowMs ?? null,
    });
  }
}
