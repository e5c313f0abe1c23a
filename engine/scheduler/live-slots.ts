import type { Config } from '../config/config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import { activeRunsOf, findRun } from '../storage/runs.ts';
import { askForRun, type AskOptions } from './ask-for-run.ts';
import type { Verdict } from './ledger.ts';
import { howOf, LIVE_MS, type LiveSlot } from './live-slot.ts';
import type { PutOffStarts } from './put-off-starts.ts';
import type { ScheduledDag, ScheduledDags } from './ports.ts';
import type { Restarts } from './restarts.ts';
import { reasons } from './format-reason.ts';
import { ruleOn } from './slot-rules.ts';
import { succeededRun } from './succeeded-run.ts';
import { gone, punctuality, started } from './verdicts.ts';

export interface LiveOptions extends AskOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly dags: ScheduledDags;
  readonly restarts: Restarts;
  readonly putOff: PutOffStarts;
  /** Its `timezone` is that of lines that name none. */
  readonly config: Pick<Config, 'timezone'>;
  /** Called for a slot that could not be decided now: it is to be looked at again. */
  readonly later: (slot: LiveSlot) => void;
}

/** For so long the writer of an unfinished definition is waited for. */
const PATIENCE_MS = 10_000;

/** Decides slots that are due now. */
export class LiveSlots {
  readonly #options: LiveOptions;
  /** Slots that wait for the writer of their definition, with the time since when they do. */
  readonly #unfinished = new WeakMap<LiveSlot, number>();

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  async decide(slot: LiveSlot): Promise<void> {
    // Its turn came late: a slot that is too late is dealt with as such.
    if (this.#options.clock.now() - slot.startsAt >= LIVE_MS) this.#options.later(slot);
    else await this.#decide(slot);
  }

  async #decide(slot: LiveSlot): Promise<void> {
    const { dags, restarts, runs, db, config } = this.#options;
    const { timezone } = config;
    const { fileName, at, kind } = slot;
    await runs.settling(dags.get(fileName)?.name ?? '');
    const dag = dags.get(fileName);
    const isEarly = slot.schedule !== null && slot.startsAt > this.#options.clock.now();
    const ruling = ruleOn(isEarly ? 'putOff' : kind, {
      dag,
      mayWait: () => this.#mayWait(slot),
      restarting: () => (restarts.isUnderWay(fileName) ? this.#activeRunId(dag) : null),
      succeeded: (known) => {
        const schedule = slot.schedule ?? known.schedule;
        return succeededRun(db, { dag: known, at, schedule, timezone, aside: 'the one before' });
      },
    });
    if (ruling === 'later') this.#options.later(slot);
    else if (ruling !== null || dag === null) this.#write(slot, dag, ruling ?? gone);
    else if (isEarly) this.#options.putOff.begin(slot, dag);
    else if (kind === 'stop') await this.#stop(slot, dag);
    else if (kind === 'restart') await restarts.begin(slot, dag);
    else await this.#start(slot, dag);
  }

  #mayWait(slot: LiveSlot): boolean {
    const { clock } = this.#options;
    const since = this.#unfinished.get(slot) ?? clock.now();
    this.#unfinished.set(slot, since);
    const isInTime = clock.now() - slot.startsAt < LIVE_MS - PATIENCE_MS;
    return isInTime && clock.now() - since < PATIENCE_MS;
  }

  /** All that run, whatever was queued or has ended since they began. */
  async #stop(slot: LiveSlot, dag: ScheduledDag): Promise<void> {
    const { db, runs, clock } = this.#options;
    const stopped: string[] = [];
    for (const { runId, status } of activeRunsOf(db, dag.name)) {
      if (status === 'running' && (await runs.stop(dag.name, runId))) stopped.push(runId);
    }
    const dagRunId = stopped.at(-1);
    const lateMs = clock.now() - slot.at;
    if (dagRunId === undefined) {
      this.#skip(slot, dag, { reason: 'not_running', detail: reasons.notRunning() });
    } else {
      const detail = reasons.stopped(stopped.length, lateMs);
      this.#write(slot, dag, { fate: 'ran', reason: punctuality(lateMs), detail, dagRunId });
    }
  }

  async #start(slot: LiveSlot, dag: ScheduledDag): Promise<void> {
    const answer = await askForRun(this.#options, {
      slot,
      dag,
      trigger: 'scheduler',
      how: howOf(slot),
      ran: (now) => started(slot, now),
    });
    if (answer.kind === 'later') this.#options.later(slot);
    if (answer.kind !== 'active') return;
    const dagRunId = answer.dagRunId || this.#activeRunId(dag);
    const detail = this.#overlapWords(dag, dagRunId);
    this.#skip(slot, dag, { reason: 'overlap', detail, dagRunId });
  }

  #overlapWords(dag: ScheduledDag, dagRunId: string): string {
    const met = findRun(this.#options.db, dag.name, dagRunId);
    return met?.status === 'queued'
      ? reasons.overlapQueued(dagRunId, met.queue)
      : reasons.overlap(dagRunId);
  }

  #activeRunId(dag: ScheduledDag | null): string {
    return dag === null ? '' : (activeRunsOf(this.#options.db, dag.name).at(-1)?.runId ?? '');
  }

  #skip(slot: LiveSlot, dag: ScheduledDag, verdict: Omit<Verdict, 'fate'>): void {
    this.#write(slot, dag, { fate: 'skipped', ...verdict });
  }

  #write(slot: LiveSlot, dag: ScheduledDag | null, verdict: Verdict): void {
    const { ledger } = this.#options;
    ledger.write(ledger.recordOf(slot, dag, verdict), howOf(slot));
  }
}
