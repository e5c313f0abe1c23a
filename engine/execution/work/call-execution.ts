import { isActiveRun } from '../../contract/status.ts';
import { stepAt } from '../../dag/run-steps.ts';
import { callNames } from '../../dag/call-names.ts';
import type { CallWork } from '../../steps/work.ts';
import type { CallRecord } from '../../storage/calls.ts';
import type { Database } from '../../storage/database.ts';
import type { RunRecord } from '../../storage/runs.ts';
import { callOutcome, callResult } from './call-result.ts';
import { CalledRuns, type CalledRunsOptions, type OpenCall } from './called-runs.ts';
import { plainOutcome, type Execution, type Outcome } from './execution.ts';
import type { RunServices } from '../state/run-services.ts';
import { tooLargeError } from './step-output.ts';
import type { RunnableDag } from '../state/sub-runs.ts';

export interface CallOptions extends Omit<CalledRunsOptions, 'changed' | 'names'> {
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

/** The runs of other DAGs that one attempt of a node calls, at most `maxConcurrent` at a time, in the order of items. */
export class CallExecution implements Execution {
  readonly #options: CallOptions;
  readonly #runs: CalledRuns;
  /** By the targets that were found. */
  readonly #called = new Map<string, RunnableDag>();
  #isKnown = false;
  #stopped = false;
  #over = false;
  #isWaiting = false;
  /** What an earlier engine called is all that it calls: then it ends when the last of these runs did. */
  #isTakenOver = false;

  constructor(options: CallOptions) {
    this.#options = options;
    const { run, position } = options;
    this.#runs = new CalledRuns({
      ...options,
      names: callNames(stepAt(run.state.dag, position)),
      changed: () => this.#proceed(),
    });
  }

  /** Begins the calls. What succeeded earlier is kept; the rest is tried again in its turn. */
  async begin({ calls }: CallWork): Promise<void> {
    const { seal } = this.#options.run.vault();
    const rows = calls.map((call, item): CallRecord => {
      const row = {
        item,
        target: seal(call.target),
        params: seal(call.params),
        childId: null,
        error: '',
      };
      const earlier = this.#earlierRun(row);
      return { ...row, childId: earlier !== null && isGood(earlier) ? earlier.id : null };
    });
    this.#runs.add(rows);
    this.#isKnown = true;
    this.#proceed();
    await this.#findAll();
  }

  /** Goes on with calls that an earlier engine stored. */
  async resume(db: Database): Promise<void> {
    const { run, position } = this.#options;
    this.#isTakenOver = true;
    this.#isWaiting = run.state.nodes[position]?.status === 'waiting';
    this.#runs.resume(db);
    this.#isKnown = true;
    if (this.#stopped) {
      this.#stopRuns();
      return;
    }
    await this.#findAll();
  }

  childChanged(child: RunRecord): void {
    if (!this.#over && this.#runs.childChanged(child)) this.#proceed();
  }

  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    // Those of an earlier engine have to be known before one may say that none is left.
    if (this.#isKnown) this.#stopRuns();
  }

  detach(): void {
    this.#over = true;
    this.#runs.detach();
  }

  #stopRuns(): void {
    this.#runs.stop();
    this.#proceed();
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

  /** Looks up what is to be called, each target once. */
  async #findAll(): Promise<void> {
    const targets = new Set(this.#runs.all.filter(isPending).map(({ target }) => target));
    for (const target of targets) {
      if (!this.#over) await this.#find(target);
    }
    this.#proceed();
  }

  async #find(target: string): Promise<void> {
    const { run } = this.#options;
    const { unseal } = run.vault();
    const workingDir = unseal(run.state.context.workingDir);
    try {
      const called = await run.subRuns.find(run.state.run, unseal(target), workingDir);
      this.#called.set(target, called);
    } catch (error) {
      this.#refuseAll(target, (error as Error).message);
    }
  }

  #refuseAll(target: string, error: string): void {
    for (const call of this.#runs.all) {
      // A run that is tried again has a definition of its own.
      const isNew = isPending(call) && this.#earlierRun(call) === null;
      if (isNew && call.target === target) this.#runs.refuse(call.item, error);
    }
  }

  #proceed(): void {
    if (this.#over) return;
    if (!this.#stopped) this.#startMore();
    const comesMore = !this.#stopped && this.#runs.all.some(isPending);
    if (this.#runs.open.length === 0 && !comesMore) {
      void this.#finish();
      return;
    }
    const { areWaiting } = this.#runs;
    if (areWaiting === this.#isWaiting) return;
    this.#isWaiting = areWaiting;
    this.#options.waiting(areWaiting);
  }

  #startMore(): void {
    let room = this.#options.maxConcurrent - this.#runs.open.length;
    for (const call of this.#runs.all) {
      if (room <= 0) return;
      if (!isPending(call)) continue;
      const earlier = this.#earlierRun(call);
      const called = this.#called.get(call.target);
      if (earlier !== null) this.#runs.retry(call, earlier);
      else if (called !== undefined) {
        void this.#runs.start(call, called, this.#options.workingDir);
      } else return;
      room -= 1;
    }
  }

  // What is printed is looked at when the end is judged, so it comes first.
  async #finish(): Promise<void> {
    this.#over = true;
    this.#runs.detach();
    const { run, parallel, position, print, ended } = this.#options;
    const ends = this.#runs.all.map((call) => this.#runs.endOf(call));
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

  /** When the last of the runs ended; null: now. One that was refused by this engine ended now. */
  #pastEnd(): number | null {
    const { run } = this.#options;
    const ends = this.#runs.all.map(({ childId }) =>
      childId === null ? 0 : (run.subRuns.recordOf(childId)?.finishedAt ?? 0),
    );
    const last = Math.max(0, ...ends);
    const isPast = this.#isTakenOver && !this.#runs.hasRefused && last > 0;
    return isPast ? Math.min(last, run.clock.now()) : null;
  }
}

function isPending({ state }: OpenCall): boolean {
  return state === 'pending';
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
