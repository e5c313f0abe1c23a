import type { Clock } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import { activeRunsOf, findRun, latestRunOf, runsStoppedSince } from '../storage/runs.ts';
import type { SlotRecord } from '../storage/slots.ts';
import { askForRun, type AskOptions } from './ask-for-run.ts';
import type { Verdict } from './ledger.ts';
import type { ScheduledDag, ScheduledDags, SlotKey } from './ports.ts';
import { reasons } from './format-reason.ts';
import { ruleOn } from './slot-rules.ts';
import type { Turns } from './turns.ts';
import { gone, punctuality } from './verdicts.ts';

export interface RestartOptions extends AskOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly dags: ScheduledDags;
  readonly turns: Turns;
  /** Called when a pause has begun. */
  readonly paused: () => void;
}

interface Restart {
  readonly slot: SlotKey;
  /** How long after its time it began. */
  readonly lateMs: number;
  /** Runs that were stopped. */
  readonly stopped: readonly string[];
  /** Of the run that was stopped, or the latest before; those of the definition when undefined. */
  readonly params: string | undefined;
  /** When the pause of `restart_wait_sec` ends, on the clock that nobody sets; null while the run that was stopped goes on. */
  dueAt: number | null;
}

/** When the store takes no writes, it is asked again after this. */
const RETRY_MS = 5000;

/** Restarts under way: stop what is active, wait, start again. They are pending slots, so they survive the engine. */
export class Restarts {
  readonly #options: RestartOptions;
  readonly #byDag = new Map<string, Restart>();

  constructor(options: RestartOptions) {
    this.#options = options;
  }

  /** Goes on with one of an earlier engine, which may have died before it stopped anything. */
  resume({ fileName, kind, at, dagRunId, dagName, decidedAt }: SlotRecord): void {
    const { db } = this.#options;
    const active = activeRunsOf(db, dagName).map(({ runId }) => runId);
    // It had stopped several, perhaps, and the pause begins when the last of them has ended.
    const since = runsStoppedSince(db, dagName, decidedAt).map(({ runId }) => runId);
    const stopped = dagRunId === '' ? since : [...new Set([dagRunId, ...since])];
    const restart = {
      slot: { fileName, kind, at },
      lateMs: decidedAt - at,
      stopped,
      dueAt: null,
    };
    this.#byDag.set(fileName, { ...restart, params: undefined });
    this.#options.turns.take(fileName, async () => {
      const params = await this.#paramsBefore(dagName, dagRunId);
      this.#byDag.set(fileName, { ...restart, params });
      for (const runId of active) await this.#options.runs.stop(dagName, runId);
      await this.#proceed(fileName);
    });
  }

  /** Whether one goes on that was due at a time or later. */
  isUnderWay(fileName: string, since = -Infinity): boolean {
    const restart = this.#byDag.get(fileName);
    return restart !== undefined && restart.slot.at >= since;
  }

  /** When the next pause ends, on the clock on the wall; null for none. */
  get nextAt(): number | null {
    const { clock } = this.#options;
    const times = [...this.#byDag.values()].flatMap(({ dueAt }) => dueAt ?? []);
    return times.length === 0 ? null : clock.now() + Math.min(...times) - clock.elapsed();
  }

  /** The active runs are being stopped when this resolves. */
  async begin(slot: SlotKey, dag: ScheduledDag): Promise<void> {
    const { db, clock, ledger, runs } = this.#options;
    const lateMs = clock.now() - slot.at;
    const active = activeRunsOf(db, dag.name);
    // What waits in a queue has done nothing yet: what runs is what is restarted.
    const about = active.findLast(({ status }) => status !== 'queued') ?? active.at(-1);
    const stoppedRunId = about?.runId ?? '';
    const detail = stoppedRunId === '' ? reasons.toStartAgain() : reasons.restarting(stoppedRunId);
    const pending = { fate: 'pending', reason: 'restarting', detail } as const;
    ledger.write(ledger.recordOf(slot, dag, { ...pending, dagRunId: stoppedRunId }), 'insert');
    // Asked for now: a run without history is gone when it has ended.
    const stopped = active.map(({ runId }) => runId);
    const restart: Restart = { slot, lateMs, stopped, params: undefined, dueAt: null };
    this.#byDag.set(slot.fileName, restart);
    const params = await this.#paramsBefore(dag.name, stoppedRunId);
    this.#byDag.set(slot.fileName, { ...restart, params });
    for (const run of active) await runs.stop(dag.name, run.runId);
    await this.#proceed(slot.fileName);
  }

  /** A run of the DAG has ended. */
  runEnded(dagName: string): void {
    for (const fileName of this.#byDag.keys()) {
      if (this.#options.dags.get(fileName)?.name === dagName) this.#proceedInTurn(fileName);
    }
  }

  /** Looks whether a pause is over, or a run ended unseen. */
  look(): void {
    for (const fileName of this.#byDag.keys()) this.#proceedInTurn(fileName);
  }

  rename(from: string, to: string): void {
    const restart = this.#byDag.get(from);
    if (restart === undefined) return;
    this.#byDag.delete(from);
    this.#byDag.set(to, { ...restart, slot: { ...restart.slot, fileName: to } });
  }

  #proceedInTurn(fileName: string): void {
    this.#options.turns.take(fileName, () => this.#proceed(fileName));
  }

  async #proceed(fileName: string): Promise<void> {
    const restart = this.#byDag.get(fileName);
    if (restart === undefined) return;
    const dag = this.#options.dags.get(fileName);
    const ruling = ruleOn('restarting', { dag });
    if (dag === null || ruling !== null) this.#settle(restart, dag, ruling ?? gone);
    else if (this.#mayStart(restart, dag)) await this.#start(restart, dag);
  }

  #mayStart(restart: Restart, dag: ScheduledDag): boolean {
    const { db, clock } = this.#options;
    if (activeRunsOf(db, dag.name).length > 0) {
      restart.dueAt = null;
      return false;
    }
    restart.dueAt ??= this.#endOfPause(restart, dag);
    if (clock.elapsed() >= restart.dueAt) return true;
    this.#options.paused();
    return false;
  }

  #endOfPause({ stopped }: Restart, { name, policy }: ScheduledDag): number {
    const { db, clock } = this.#options;
    const now = clock.now();
    const elapsed = clock.elapsed();
    if (stopped.length === 0) return elapsed;
    // A clock that was set back may say that the run will end.
    const ends = stopped.map((runId) => Math.min(findRun(db, name, runId)?.finishedAt ?? now, now));
    return elapsed + Math.max(...ends) - now + policy.restartWaitSec * 1000;
  }

  async #start(restart: Restart, dag: ScheduledDag): Promise<void> {
    const { slot, params, lateMs } = restart;
    const ran = () => ({ reason: punctuality(lateMs), detail: reasons.restarted(lateMs) });
    // No look waits for the answer.
    restart.dueAt = null;
    const ask = { slot, dag, params, trigger: 'scheduler', how: 'update', ran } as const;
    const answer = await askForRun(this.#options, ask);
    // A run that somebody began meanwhile: once it has ended, the restart goes on.
    if (answer.kind === 'decided') this.#byDag.delete(slot.fileName);
    else if (answer.kind === 'later') restart.dueAt = this.#options.clock.elapsed() + RETRY_MS;
  }

  #settle({ slot }: Restart, dag: ScheduledDag | null, verdict: Verdict): void {
    const { ledger } = this.#options;
    this.#byDag.delete(slot.fileName);
    ledger.write(ledger.recordOf(slot, dag, verdict), 'update');
  }

  /** Those of the run that is restarted, which need not be the newest; of the newest where none is. */
  async #paramsBefore(dagName: string, stoppedRunId: string): Promise<string | undefined> {
    const { db, runs } = this.#options;
    const runId = stoppedRunId === '' ? latestRunOf(db, dagName)?.runId : stoppedRunId;
    return runId === undefined ? undefined : runs.paramsOf(dagName, runId);
  }
}
