import { previousSlot } from '../dag/schedule.ts';
import type { Schedules } from '../dag/definition.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import { activeRunsOf, latestRunOf, succeededRunSince } from '../storage/runs.ts';
import { slotOf } from '../storage/slots.ts';
import { askForRun, type AskOptions } from './ask-for-run.ts';
import type { Verdict } from './ledger.ts';
import type { ScheduledDag, ScheduledDags, SlotKey } from './ports.ts';
import type { Restarts } from './restarts.ts';
import { reasons } from './format-reason.ts';
import { punctuality } from './verdicts.ts';

export interface LiveOptions extends AskOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly dags: ScheduledDags;
  readonly restarts: Restarts;
  readonly timezone: string;
  /** Called for a slot that could not be decided now: it is to be looked at again. */
  readonly later: (slot: LiveSlot) => void;
}

/** A slot that has come due, with the schedule that says so. */
export interface LiveSlot extends SlotKey {
  readonly schedule: Schedules;
}

/** A slot later than this is not acted on any more; it is missed, or caught up. */
export const LIVE_MS = 60_000;

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
    if (this.#options.clock.now() - slot.at >= LIVE_MS) this.#options.later(slot);
    else await this.#decide(slot);
  }

  async #decide(slot: LiveSlot): Promise<void> {
    const dag = this.#options.dags.get(slot.fileName);
    if (dag === null)
      this.#write(slot, null, { fate: 'skipped', reason: 'deleted', detail: reasons.deleted() });
    else if (dag.suspended)
      this.#skip(slot, dag, { reason: 'suspended', detail: reasons.suspended() });
    else if (slot.kind === 'stop') await this.#stop(slot, dag);
    else if (dag.problem !== null && this.#mayBeMended(slot, dag)) this.#options.later(slot);
    else if (dag.problem !== null)
      this.#skip(slot, dag, { reason: 'invalid', detail: reasons.invalid(dag.problem) });
    else if (this.#options.restarts.isUnderWay(slot.fileName))
      this.#skip(slot, dag, {
        reason: 'overlap',
        detail: reasons.restartUnderWay(),
        dagRunId: this.#activeRunId(dag),
      });
    else if (slot.kind === 'restart') await this.#options.restarts.begin(slot, dag);
    else await this.#start(slot, dag);
  }

  /** An editor empties a file before it writes it anew, and the minute may come between the two. */
  #mayBeMended(slot: LiveSlot, dag: ScheduledDag): boolean {
    const { clock } = this.#options;
    const since = this.#unfinished.get(slot) ?? clock.now();
    this.#unfinished.set(slot, since);
    const isInTime = clock.now() - slot.at < LIVE_MS - PATIENCE_MS;
    return isInTime && clock.now() - since < PATIENCE_MS && dag.isUnfinished;
  }

  async #stop(slot: LiveSlot, dag: ScheduledDag): Promise<void> {
    const { db, runs } = this.#options;
    const latest = latestRunOf(db, dag.name);
    if (latest?.status === 'running' && (await runs.stop(dag.name, latest.runId))) {
      const { runId: dagRunId } = latest;
      const lateMs = this.#options.clock.now() - slot.at;
      const reason = punctuality(lateMs);
      this.#write(slot, dag, {
        fate: 'ran',
        reason,
        detail: reasons.stopped(lateMs),
        dagRunId,
      });
    } else {
      this.#skip(slot, dag, { reason: 'not_running', detail: reasons.notRunning() });
    }
  }

  async #start(slot: LiveSlot, dag: ScheduledDag): Promise<void> {
    const succeeded = dag.policy.skipIfSuccessful ? this.#succeededSince(slot, dag) : undefined;
    if (succeeded !== undefined) {
      const detail = reasons.alreadySucceeded(succeeded);
      this.#skip(slot, dag, { reason: 'already_succeeded', detail, dagRunId: succeeded });
      return;
    }
    const answer = await askForRun(this.#options, {
      slot,
      dag,
      trigger: 'scheduler',
      how: 'insert',
      ran: (now) => started(now - slot.at),
    });
    if (answer.kind === 'later') this.#options.later(slot);
    if (answer.kind !== 'active') return;
    const dagRunId = answer.dagRunId || this.#activeRunId(dag);
    const detail = reasons.overlap(dagRunId);
    this.#skip(slot, dag, { reason: 'overlap', detail, dagRunId });
  }

  /** A run that makes this one needless: one that succeeded since the slot before, other than that slot's own. */
  #succeededSince({ fileName, at, schedule }: LiveSlot, dag: ScheduledDag): string | undefined {
    const { db, timezone } = this.#options;
    const previous = previousSlot(schedule.start, at, timezone);
    if (previous === null) return undefined;
    const before = slotOf(db, { fileName, kind: 'start', at: previous });
    const own = before?.fate === 'ran' ? before.dagRunId : '';
    return succeededRunSince(db, dag.name, { since: previous, except: own })?.runId;
  }

  #activeRunId({ name }: ScheduledDag): string {
    return activeRunsOf(this.#options.db, name).at(-1)?.runId ?? '';
  }

  #skip(slot: LiveSlot, dag: ScheduledDag, verdict: Omit<Verdict, 'fate'>): void {
    this.#write(slot, dag, { fate: 'skipped', ...verdict });
  }

  #write(slot: LiveSlot, dag: ScheduledDag | null, verdict: Verdict): void {
    const { ledger } = this.#options;
    ledger.write(ledger.recordOf(slot, dag, verdict), 'insert');
  }
}

function started(lateMs: number): Pick<Verdict, 'reason' | 'detail'> {
  const reason = punctuality(lateMs);
  const words = reason === 'late' ? reasons.late : reasons.onTime;
  return { reason, detail: words(lateMs) };
}
