import { isActiveRun } from '../contract/status.ts';
import { stepAt } from '../dag/run-steps.ts';
import type { CallWork } from '../steps/work.ts';
import { callsOf, insertCalls, recordCall, type CallRecord } from '../storage/calls.ts';
import type { Database } from '../storage/database.ts';
import type { RunRecord } from '../storage/runs.ts';
import { callOutcome, callResult, type CallEnd } from './call-result.ts';
import type { RunnableDag } from './create-run.ts';
import { plainOutcome, type Execution, type Outcome } from './execution.ts';
import type { RunSetting } from './run-setting.ts';
import { tooLargeError } from './step-output.ts';

export interface CallOptions {
  readonly run: RunSetting;
  readonly position: number;
  readonly attempt: number;
  /** Where the called runs begin when they name no directory. */
  readonly workingDir: string;
  readonly maxConcurrent: number;
  readonly parallel: boolean;
  /** Told when all runs that are open wait for a person, and when one goes on. */
  readonly waiting: (isWaiting: boolean) => void;
  /** Takes what the step prints, raw. */
  readonly print: (text: string) => void;
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
  #stopped = false;
  #over = false;
  #isWaiting = false;

  constructor(options: CallOptions) {
    this.#options = options;
  }

  /** Begins the calls. Those that an earlier attempt already made with the same parameters are taken over. */
  async begin(work: CallWork, earlier: readonly CallRecord[]): Promise<void> {
    const { run } = this.#options;
    const { seal } = run.vault();
    const rows = work.calls.map(({ params }, item): CallRecord => {
      const sealedParams = seal(params);
      const same = earlier.find((call) => isSame(call, item, work.target, sealedParams));
      return {
        item,
        target: work.target,
        params: sealedParams,
        childId: same?.childId ?? null,
        error: '',
      };
    });
    run.writes.record((db) => insertCalls(db, this.#key(), rows));
    this.#take(rows);
    for (const { childId } of rows) if (childId !== null) this.#goOn(childId);
    await this.#find(work.target);
  }

  /** Goes on with calls that an earlier engine stored. */
  async resume(db: Database): Promise<void> {
    const { run, position } = this.#options;
    this.#isWaiting = run.state.nodes[position]?.status === 'waiting';
    this.#take(callsOf(db, this.#key()));
    const [first] = this.#calls;
    if (this.#calls.some(({ state }) => state === 'pending')) await this.#find(first?.target ?? '');
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
    this.#stopped = true;
    for (const { childId, state } of this.#calls) {
      if (childId !== null && state !== 'ended') this.#options.run.subRuns.stop(childId);
    }
    this.#proceed();
  }

  detach(): void {
    this.#over = true;
  }

  #key(): { runId: number; position: number; attempt: number } {
    const { run, position, attempt } = this.#options;
    return { runId: run.state.run.id, position, attempt };
  }

  #take(rows: readonly CallRecord[]): void {
    const { subRuns } = this.#options.run;
    this.#calls = rows.map((row) => {
      const child = row.childId === null ? undefined : subRuns.recordOf(row.childId);
      const fresh = row.error === '' ? 'pending' : 'ended';
      return { ...row, state: child === undefined ? fresh : stateOf(child) };
    });
  }

  /** A run of an earlier attempt that did not succeed is tried again, where it stands. */
  #goOn(childId: number): void {
    const { subRuns } = this.#options.run;
    const child = subRuns.recordOf(childId);
    if (child === undefined || isActiveRun(child.status)) return;
    if (child.status !== 'succeeded' && child.status !== 'partially_succeeded') {
      subRuns.retry(childId);
    }
  }

  async #find(target: string): Promise<void> {
    const { run } = this.#options;
    try {
      if (this.#calls.length > 0) this.#called = await run.subRuns.find(run.state.run, target);
    } catch (error) {
      this.#refuseAll((error as Error).message);
    }
    this.#proceed();
  }

  #refuseAll(error: string): void {
    for (const { item, state } of this.#calls) if (state === 'pending') this.#refuse(item, error);
  }

  #refuse(item: number, reason: string): void {
    const { run } = this.#options;
    const error = run.vault().mask(reason);
    this.#set(item, { state: 'ended', error });
    run.writes.record((db) => recordCall(db, { ...this.#key(), item, childId: null, error }));
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
      this.#finish();
      return;
    }
    const isWaiting = open.length > 0 && open.every(({ state }) => state === 'waiting');
    if (isWaiting === this.#isWaiting) return;
    this.#isWaiting = isWaiting;
    this.#options.waiting(isWaiting);
  }

  #startMore(): void {
    if (this.#called === null) return;
    let room = this.#options.maxConcurrent;
    for (const call of this.#calls) {
      if (isOpen(call.state)) room -= 1;
    }
    for (const call of this.#calls) {
      if (room <= 0) return;
      if (call.state !== 'pending') continue;
      room -= 1;
      this.#set(call.item, { state: 'starting' });
      void this.#start(call, this.#called);
    }
  }

  async #start({ item, params }: OpenCall, called: RunnableDag): Promise<void> {
    const { run, position, attempt, workingDir } = this.#options;
    try {
      const raw = run.vault().unseal(params);
      const call = { caller: run, called, position, attempt, item, params: raw, workingDir };
      const child = await run.subRuns.start(call);
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

  #finish(): void {
    this.#over = true;
    const { run, parallel, position, print, ended } = this.#options;
    const ends = this.#calls.map((call) => this.#endOf(call));
    const result = callResult(ends, parallel);
    print(`${result}\n`);
    if (this.#stopped) ended(plainOutcome('aborted', { error: 'stopped' }));
    else ended(withOutput(run, position, callOutcome(ends, parallel), result));
  }

  #endOf({ childId, target, params, error }: OpenCall): CallEnd {
    const { subRuns, vault } = this.#options.run;
    const raw = vault().unseal(params);
    const child = childId === null ? undefined : subRuns.recordOf(childId);
    if (child !== undefined) return subRuns.endOf(child, raw, vault());
    const nothing = { dagRunId: '', status: 'not_started', unmet: false, outputs: {} } as const;
    return { name: target, params: raw, error, ...nothing };
  }
}

function stateOf({ status }: RunRecord): OpenCall['state'] {
  if (status === 'waiting') return 'waiting';
  return isActiveRun(status) ? 'running' : 'ended';
}

function isOpen(state: OpenCall['state']): boolean {
  return state === 'starting' || state === 'running' || state === 'waiting';
}

function isSame(call: CallRecord, item: number, target: string, params: string): boolean {
  return call.item === item && call.target === target && call.params === params;
}

/** The result is the output of the step, within the limit that every output has. */
function withOutput(run: RunSetting, position: number, outcome: Outcome, result: string): Outcome {
  const { dag } = run.state;
  const step = stepAt(dag, position);
  if (step.output === null) return outcome;
  const bytes = Buffer.byteLength(result);
  if (bytes <= dag.maxOutputSize) return { ...outcome, output: run.vault().seal(result) };
  const error = tooLargeError(step.output.name, bytes, dag.maxOutputSize);
  return outcome.status === 'failed' ? outcome : plainOutcome('failed', { error });
}
