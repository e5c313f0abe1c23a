import { isActiveRun } from '../../contract/status.ts';
import type { DoubtfulNames } from '../../dag/admit-names.ts';
import { shortened } from '../../dag/shortened.ts';
import { callsOf, insertCalls, recordCall, type CallRecord } from '../../storage/calls.ts';
import type { Database } from '../../storage/database.ts';
import type { RunRecord } from '../../storage/runs.ts';
import { namesLeftOut, type CallNames } from '../../dag/call-names.ts';
import { noteLeftOut } from '../state/note-left-out.ts';
import type { RunServices } from '../state/run-services.ts';
import type { CallEnd, RunnableDag } from '../state/sub-runs.ts';

export interface CalledRunsOptions {
  readonly run: RunServices;
  readonly position: number;
  readonly attempt: number;
  /** How the parameters come by their names. */
  readonly names: CallNames;
  /** Told when a call that was under way came to its run, or could not. */
  readonly changed: () => void;
}

/** A call of this attempt, with how far it has come. */
export interface OpenCall extends CallRecord {
  readonly state: 'pending' | 'starting' | 'running' | 'waiting' | 'ended';
}

/** The calls of one attempt of a node and their runs: stored before they begin, and each with its run in one commit. */
export class CalledRuns {
  readonly #options: CalledRunsOptions;
  /** By their items, which count from 0. */
  readonly #calls: OpenCall[] = [];
  #hasRefused = false;
  #isStopped = false;
  #isDetached = false;

  constructor(options: CalledRunsOptions) {
    this.#options = options;
  }

  get all(): readonly OpenCall[] {
    return this.#calls;
  }

  /** Those whose runs are under way. */
  get open(): readonly OpenCall[] {
    return this.#calls.filter(({ state }) => isOpen(state));
  }

  /** Whether runs are under way, and all of them wait for a person. Those that are being stopped wait for nobody. */
  get areWaiting(): boolean {
    const { open } = this;
    return !this.#isStopped && open.length > 0 && open.every(({ state }) => state === 'waiting');
  }

  /** Whether no run came of a call that this engine was to start. */
  get hasRefused(): boolean {
    return this.#hasRefused;
  }

  /** Takes calls that nobody has made yet. `stored` is called when the database has them. */
  add(rows: readonly CallRecord[], stored?: () => void): void {
    this.#options.run.writes.commit((db) => insertCalls(db, this.#key(), rows), stored);
    this.#take(rows);
  }

  /** Takes over those that an earlier engine stored. */
  resume(db: Database): void {
    this.#take(callsOf(db, this.#key()));
  }

  /** A run has changed. Whether it is one of these. */
  childChanged(child: RunRecord): boolean {
    const item = this.#calls.find(({ childId }) => childId === child.id)?.item;
    if (item === undefined) return false;
    this.#set(item, { state: stateOf(child) });
    return true;
  }

  /** `workingDir`: where the run begins when its DAG names no directory. */
  async start({ item, params }: OpenCall, called: RunnableDag, workingDir: string): Promise<void> {
    const { run, position, attempt, changed } = this.#options;
    this.#set(item, { state: 'starting' });
    try {
      const vault = run.vault();
      const child = await run.subRuns.start({
        caller: run.state.run,
        ownEnvironment: run.ownEnvironment,
        vault,
        called,
        position,
        attempt,
        item,
        params: vault.unseal(params),
        admit: (names) => this.#leaveOut(names, called),
        workingDir,
      });
      if (!this.#isDetached) this.#started(item, child);
    } catch (error) {
      if (this.#isDetached) return;
      this.refuse(item, (error as Error).message);
      changed();
    }
  }

  /** Tries a run of an earlier attempt again, where it stands. */
  retry({ item }: OpenCall, { id: childId }: RunRecord): void {
    const { run, changed } = this.#options;
    this.#set(item, { state: 'starting' });
    const begun = run.subRuns.whenReadable(childId, () => {
      if (this.#isDetached) return;
      // In one commit: a call that has its run has also set it going.
      run.writes.commit((db) => recordCall(db, { ...this.#key(), item, childId, error: '' }));
      run.subRuns.retry(childId);
      this.#set(item, { childId, state: 'running' });
      if (this.#isStopped) run.subRuns.stop(childId);
    });
    begun?.catch((error: unknown) => {
      if (this.#isDetached) return;
      this.refuse(item, (error as Error).message);
      changed();
    });
  }

  /** Notes why no run comes of a call. */
  refuse(item: number, reason: string): void {
    const { run } = this.#options;
    const error = run.vault().mask(reason);
    this.#hasRefused = true;
    this.#set(item, { state: 'ended', error });
    run.writes.commit((db) => recordCall(db, { ...this.#key(), item, childId: null, error }));
  }

  /** Stops what is under way, and what is about to be. A second stop of a run would end the handlers of the first. */
  stop(): void {
    this.#isStopped = true;
    const { subRuns } = this.#options.run;
    for (const { childId, state } of this.#calls) {
      const child = childId === null || state === 'ended' ? undefined : subRuns.recordOf(childId);
      if (child?.stopRequestedAt === null) subRuns.stop(child.id);
    }
  }

  detach(): void {
    this.#isDetached = true;
  }

  endOf({ childId, target, params, error }: OpenCall): CallEnd {
    const { subRuns, vault } = this.#options.run;
    const raw = vault().unseal(params);
    const child = childId === null ? undefined : subRuns.recordOf(childId);
    if (child !== undefined) return subRuns.endOf(child, raw, vault());
    // One that a stop has kept from beginning has no error.
    const status = error === '' ? 'not_started' : 'failed';
    const nothing = { dagRunId: '', unmet: false, outputs: {} } as const;
    return { name: vault().unseal(target), params: raw, error, status, ...nothing };
  }

  #leaveOut(given: DoubtfulNames, { dag }: RunnableDag): readonly string[] {
    const { run, position, names } = this.#options;
    const left = namesLeftOut(names, given);
    const why = (name: string): string =>
      given.protected.includes(name) ? 'protected' : `not declared by ${dag.name}`;
    const told = left.map((name) => `${shortened(name)} (${why(name)})`);
    if (!this.#isDetached) noteLeftOut(run, position, told);
    return left;
  }

  // It may have ended in the turn in which it was stored.
  #started(item: number, { id }: RunRecord): void {
    const { subRuns } = this.#options.run;
    const child = subRuns.recordOf(id);
    if (child === undefined) return;
    this.#set(item, { childId: id, state: stateOf(child) });
    if (this.#isStopped && isActiveRun(child.status)) subRuns.stop(id);
    this.#options.changed();
  }

  #key(): { runId: number; position: number; attempt: number } {
    const { run, position, attempt } = this.#options;
    return { runId: run.state.run.id, position, attempt };
  }

  #take(rows: readonly CallRecord[]): void {
    const { subRuns } = this.#options.run;
    const taken = rows.map((row): OpenCall => {
      const child = row.childId === null ? undefined : subRuns.recordOf(row.childId);
      const fresh = row.error === '' ? 'pending' : 'ended';
      return { ...row, state: child === undefined ? fresh : stateOf(child) };
    });
    this.#calls.push(...taken);
  }

  #set(item: number, patch: Partial<OpenCall>): void {
    const call = this.#calls[item];
    if (call !== undefined) this.#calls[item] = { ...call, ...patch };
  }
}

function stateOf({ status }: RunRecord): OpenCall['state'] {
  if (status === 'waiting') return 'waiting';
  return isActiveRun(status) ? 'running' : 'ended';
}

function isOpen(state: OpenCall['state']): boolean {
  return state === 'starting' || state === 'running' || state === 'waiting';
}
