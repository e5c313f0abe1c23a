import { isActiveRun } from '../../contract/status.ts';
import { stepAt } from '../../dag/run-steps.ts';
import type { CallWork } from '../../steps/work.ts';
import { callsOf, insertCalls, recordCall, type CallRecord } from '../../storage/calls.ts';
import type { Database } from '../../storage/database.ts';
import type { RunRecord } from '../../storage/runs.ts';
import { callOutcome, callResult } from './call-result.ts';
import { plainOutcome, type Execution, type Outcome } from './execution.ts';
import type { RunServices } from '../state/run-services.ts';
import { tooLargeError } from './step-output.ts';
import type { RunnableDag, CallEnd } from '../state/sub-runs.ts';

export interface CallOptions {
  readonly run: RunServices;
  readonly position: number;
  readonly attempt: number;
  /** Where the called runs begin when they name no directory. */
  readonly workingDir: string;
  readonly maxConcurrent: number;
  readonly parallel: boolean;
  /** Those of the attempt that this one repeats: their runs are taken over where the parameters are the same. */
  readonly earlier: readonly CallRecord[];
  /** Told when all runs that are open wait for a person, and when one goes on. */
  readonly waiting: (isWaiting: boolean) => void;
  /** Takes what the step prints, raw; resolves when it stands in the log. */
  readonly print: (text: string) => Promise<void>;
  readonly ended: (outcome: Outcome) => void;
}

interface OpenCall extends CallRecord {
  readonly state: 'pending' | 'starting' | 'running' | 'waiting' | 'ended';
}

/** The runs of other DAGs that one attempt of a node calls, at most `maxConcurrent` at a time, in the order of items. */
export class CallExecution implements Execution {
  readonly #options: CallOptions;
  #calls: OpenCall[] = [];
  #called: RunnableDag | null = null;
  #isKnown = false;
  #stopped = false;
  #over = false;
  #isWaiting = false;
  /** What an earlier engine called is all that it calls: then it ends when the last of these runs did. */
  #isTakenOver = false;

  constructor(options: CallOptions) {
    this.#options = options;
  }

  /** Begins the calls. What succeeded earlier is kept; the rest is tried again in its turn. */
  async begin({ target, calls }: CallWork): Promise<void> {
    const { run } = this.#options;
    const { seal } = run.vault();
    const rows = calls.map((call, item): CallRecord => {
      const row = {
        item,
        target: seal(target),
        params: seal(call.params),
        childId: null,
        error: '',
      };
      const earlier = this.#earlierRun(row);
      return { ...row, childId: earlier !== null && isGood(earlier) ? earlier.id : null };
    });
    run.writes.commit((db) => insertCalls(db, this.#key(), rows));
    this.#take(rows);
    this.#proceed();
    await this.#find(target);
  }

  /** Goes on with calls that an earlier engine stored. */
  async resume(db: Database): Promise<void> {
    const { run, position } = this.#options;
    this.#isTakenOver = true;
    this.#isWaiting = run.state.nodes[position]?.status === 'waiting';
    this.#take(callsOf(db, this.#key()));
    if (this.#stopped) {
      this.#stopRuns();
      return;
    }
    const [first] = this.#calls;
    if (this.#calls.some(({ state }) => state === 'pending'))
      await this.#find(run.vault().unseal(first?.target ?? ''));
    else this.#proceed();
  }

  /** A run that this step called has changed. */
  childChanged(child: RunRecord): void {
    if (this.#over) return;
    const item = this.#calls.find(({ childId }) => childId === child.id)?.item;
    if (item === undefined) return;
    this.#set(item, { state: stateOf(child) });
    this.#proceed();
  }

  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    // Those of an earlier engine have to be known before one may say that none is left.
    if (this.#isKnown) this.#stopRuns();
  }

  detach(): void {
    this.#over = true;
  }

  // A second stop of a run would end the handlers of the first.
  #stopRuns(): void {
    const { subRuns } = this.#options.run;
    for (const { childId, state } of this.#calls) {
      const child = childId === null || state === 'ended' ? undefined : subRuns.recordOf(childId);
      if (child?.stopRequestedAt === null) subRuns.stop(child.id);
    }
    this.#proceed();
  }

  #key(): { runId: number; position: number; attempt: number } {
    const { run, position, attempt } = this.#options;
    return { runId: run.state.run.id, position, attempt };
  }

  #take(rows: readonly CallRecord[]): void {
    this.#isKnown = true;
    const { subRuns } = this.#options.run;
    this.#calls = rows.map((row) => {
      const child = row.childId === null ? undefined : subRuns.recordOf(row.childId);
      const fresh = row.error === '' ? 'pending' : 'ended';
      return { ...row, state: child === undefined ? fresh : stateOf(child) };
    });
  }

  /** The ended run that the same call came to in an earlier attempt. */
  #earlierRun({ item, target, params }: CallRecord): RunRecord | null {
    const { earlier, run } = this.#options;
    const same = earlier.find(
      (call) => call.item === item && call.target === target && call.params === params,
    );
    if (same === undefined || same.childId === null) return null;
    const child = run.subRuns.recordOf(same.childId);
    return child === undefined || isActiveRun(child.status) ? null : child;
  }

  /** Tries a run of an earlier attempt again, where it stands. */
  #retry({ item }: OpenCall, { id: childId }: RunRecord): void {
    const { run } = this.#options;
    // In one commit: a call that has its run has also set it going.
    run.writes.commit((db) => recordCall(db, { ...this.#key(), item, childId, error: '' }));
    run.subRuns.retry(childId);
    this.#set(item, { childId, state: 'running' });
  }

  async #find(target: string): Promise<void> {
    const { run } = this.#options;
    const workingDir = run.vault().unseal(run.state.context.workingDir);
    try {
      if (this.#calls.length > 0) {
        this.#called = await run.subRuns.find(run.state.run, target, workingDir);
      }
    } catch (error) {
      this.#refuseAll((error as Error).message);
    }
    this.#proceed();
  }

  #refuseAll(error: string): void {
    for (const call of this.#calls) {
      // A run that is tried again has a definition of its own.
      const isNew = call.state === 'pending' && this.#earlierRun(call) === null;
      if (isNew) this.#refuse(call.item, error);
    }
  }

  #refuse(item: number, reason: string): void {
    const { run } = this.#options;
    this.#isTakenOver = false;
    const error = run.vault().mask(reason);
    this.#set(item, { state: 'ended', error });
    run.writes.commit((db) => recordCall(db, { ...this.#key(), item, childId: null, error }));
  }

  #set(item: number, patch: Partial<OpenCall>): void {
    const call = this.#calls[item];
    if (call !== undefined) this.#calls[item] = { ...call, ...patch };
  }

  #proceed(): void {
    if (this.#over) return;
    if (!this.#stopped) this.#startMore();
    const open = this.#calls.filter(({ state }) => isOpen(state));
    const isPending = !this.#stopped && this.#calls.some(({ state }) => state === 'pending');
    if (open.length === 0 && !isPending) {
      void this.#finish();
      return;
    }
    // Runs that are being stopped wait for nobody, however many of them know it already.
    const isWaiting =
      !this.#stopped && open.length > 0 && open.every(({ state }) => state === 'waiting');
    if (isWaiting === this.#isWaiting) return;
    this.#isWaiting = isWaiting;
    this.#options.waiting(isWaiting);
  }

  #startMore(): void {
    let room = this.#options.maxConcurrent;
    for (const call of this.#calls) {
      if (isOpen(call.state)) room -= 1;
    }
    for (const call of this.#calls) {
      if (room <= 0) return;
      if (call.state !== 'pending') continue;
      const earlier = this.#earlierRun(call);
      if (earlier !== null) this.#retry(call, earlier);
      else if (this.#called !== null) void this.#start(call, this.#called);
      else return;
      room -= 1;
    }
  }

  async #start({ item, params }: OpenCall, called: RunnableDag): Promise<void> {
    const { run, position, attempt, workingDir } = this.#options;
    this.#set(item, { state: 'starting' });
    try {
      const vault = run.vault();
      const child = await run.subRuns.start({
        caller: run.state.run,
        vault,
        called,
        position,
        attempt,
        item,
        params: vault.unseal(params),
        workingDir,
      });
      this.#started(item, child);
    } catch (error) {
      if (this.#over) return;
      this.#refuse(item, (error as Error).message);
      this.#proceed();
    }
  }

  // It may have ended in the turn in which it was stored.
  #started(item: number, { id }: RunRecord): void {
    const child = this.#options.run.subRuns.recordOf(id);
    if (this.#over || child === undefined) return;
    this.#set(item, { childId: id, state: stateOf(child) });
    if (this.#stopped && isActiveRun(child.status)) this.#options.run.subRuns.stop(id);
    this.#proceed();
  }

  // What is printed is looked at when the end is judged, so it comes first.
  async #finish(): Promise<void> {
    this.#over = true;
    const { run, parallel, position, print, ended } = this.#options;
    const ends = this.#calls.map((call) => this.#endOf(call));
    const endedAt = this.#pastEnd();
    const result = callResult(ends, parallel);
    try {
      await print(`${result}\n`);
    } catch (error) {
      ended(plainOutcome('failed', { error: (error as Error).message }));
      return;
    }
    const outcome = this.#stopped
      ? plainOutcome('aborted', { error: 'stopped' })
      : withOutput(run, position, { outcome: callOutcome(ends, parallel), result });
    ended({ ...outcome, endedAt });
  }

  /** When the last of the runs ended; null: now. */
  #pastEnd(): number | null {
    const { run } = this.#options;
    const ends = this.#calls.map(({ childId }) =>
      childId === null ? 0 : (run.subRuns.recordOf(childId)?.finishedAt ?? 0),
    );
    const last = Math.max(0, ...ends);
    return this.#isTakenOver && last > 0 ? Math.min(last, run.clock.now()) : null;
  }

  #endOf({ childId, target, params, error }: OpenCall): CallEnd {
    const { subRuns, vault } = this.#options.run;
    const raw = vault().unseal(params);
    const child = childId === null ? undefined : subRuns.recordOf(childId);
    if (child !== undefined) return subRuns.endOf(child, raw, vault());
    const nothing = { dagRunId: '', status: 'not_started', unmet: false, outputs: {} } as const;
    return { name: vault().unseal(target), params: raw, error, ...nothing };
  }
}

function stateOf({ status }: RunRecord): OpenCall['state'] {
  if (status === 'waiting') return 'waiting';
  return isActiveRun(status) ? 'running' : 'ended';
}

function isOpen(state: OpenCall['state']): boolean {
  return state === 'starting' || state === 'running' || state === 'waiting';
}

function isGood({ status }: RunRecord): boolean {
  return status === 'succeeded' || status === 'partially_succeeded';
}

/** The result is the output of the step, within the limit that every output has. */
function withOutput(
  run: RunServices,
  position: number,
  { outcome, result }: { readonly outcome: Outcome; readonly result: string },
): Outcome {
  const { dag } = run.state;
  const step = stepAt(dag, position);
  if (step.output === null) return outcome;
  const bytes = Buffer.byteLength(result);
  if (bytes <= dag.maxOutputSize) return { ...outcome, output: run.vault().seal(result) };
  const error = tooLargeError(step.output.name, bytes, dag.maxOutputSize);
  return outcome.status === 'failed' ? outcome : plainOutcome('failed', { error });
}
