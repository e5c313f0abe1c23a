import type { Clock } from '../lib/clock.ts';
import type { Step } from '../dag/definition.ts';
import { bootId, noProcess, type ProcessIdentity } from '../platform/process-identity.ts';
import type { SpawnQueue } from '../platform/spawn-queue.ts';
import {
  dropUnbegunAttempt,
  finishAttempt,
  insertAttempt,
  recordProcess,
  type AttemptRecord,
} from '../storage/attempts.ts';
import { saveOutput, type NodeRecord, type OutputRecord } from '../storage/nodes.ts';
import type { RunRecord } from '../storage/runs.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import { judgeEnd, type Outcome } from './outcome.ts';
import { prepareStep } from './prepare-step.ts';
import { attemptFiles, stepLogFiles } from './run-folders.ts';
import type { RunLog } from './run-log.ts';
import type { RunState } from './run-state.ts';
import { newNonce, RunningStep, type StepEnd } from './running-step.ts';

export interface NodeRunnerOptions {
  readonly record: RunRecord;
  readonly state: RunState;
  readonly workFolder: string;
  readonly clock: Clock;
  readonly writes: WriteQueue;
  readonly spawns: SpawnQueue;
  readonly defaultShell: readonly string[];
  readonly ownEnvironment: NodeJS.ProcessEnv;
  readonly log: RunLog;
  /** Called after a change of the node was committed. */
  readonly changed: (node: NodeRecord) => void;
  /** Called in the turn in which a node has ended. */
  readonly ended: () => void;
}

type Attempt = Pick<AttemptRecord, 'position' | 'number' | 'nonce' | 'startedAt'>;

/** Runs the nodes of one run that the plan lets begin, and records what becomes of them. */
export class NodeRunner {
  readonly #options: NodeRunnerOptions;
  readonly #running = new Map<number, RunningStep>();

  constructor(options: NodeRunnerOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#running.size;
  }

  /** The intent is stored before the process exists, so that no process is ever unknown after a crash. */
  start(position: number): void {
    const { record, state, clock, writes } = this.#options;
    const attempt: Attempt = { position, number: 1, nonce: newNonce(), startedAt: clock.now() };
    const files = stepLogFiles(record.logFolder, position, this.#step(position), state.dag);
    const { save } = state.change(position, {
      status: 'running',
      startedAt: attempt.startedAt,
      ...files,
    });
    const step = this.#track(attempt);
    writes.record(
      (db) => {
        save(db);
        insertAttempt(db, record.id, attempt);
      },
      () => void this.#launch(step, attempt),
    );
  }

  /** Takes over a process that an earlier engine started. */
  adopt(attempt: AttemptRecord): void {
    const { workFolder, log } = this.#options;
    const { position, number, pid } = attempt;
    log('step taken over', { step: this.#step(position).name, pid: pid ?? 'unknown' });
    this.#track(attempt).adopt({
      identity: earlierIdentity(attempt),
      recordFile: attemptFiles(workFolder, position, number).record,
      nonce: attempt.nonce,
      startedAt: attempt.startedAt,
    });
  }

  stopAll(): void {
    for (const step of this.#running.values()) step.stop();
  }

  /** Looks away from the processes. A step that has none yet has not begun: the next engine begins it. */
  detachAll(): void {
    for (const [position, step] of this.#running) {
      if (!step.detach()) this.#withdraw(position);
    }
  }

  #withdraw(position: number): void {
    const { record, state, writes } = this.#options;
    const nothing = { status: 'not_started', startedAt: null, stdout: '', stderr: '' } as const;
    const { save } = state.change(position, nothing);
    writes.record((db) => {
      save(db);
      dropUnbegunAttempt(db, record.id, position);
    });
  }

  #step(position: number): Step {
    const step = this.#options.state.dag.steps[position];
    if (step === undefined) throw new Error(`There is no step ${position}`);
    return step;
  }

  #track(attempt: Attempt): RunningStep {
    const { clock, spawns, state } = this.#options;
    const step = new RunningStep({
      clock,
      spawns,
      step: this.#step(attempt.position),
      graceMs: state.dag.maxCleanUpTimeSec * 1000,
      ended: (end) => this.#ended(attempt, end),
    });
    this.#running.set(attempt.position, step);
    return step;
  }

  #launch(step: RunningStep, attempt: Attempt): Promise<void> {
    const { state, record, workFolder, defaultShell, ownEnvironment } = this.#options;
    const setting = {
      ...state,
      defaultShell,
      ownEnvironment,
      workFolder,
      logFolder: record.logFolder,
    };
    return step.launch(
      (signal) => prepareStep({ ...setting, signal }, attempt.position, attempt),
      (identity) => this.#began(attempt, identity),
    );
  }

  #began({ position, number }: Attempt, { pid, started }: ProcessIdentity): void {
    const { record, state, writes, log, changed } = this.#options;
    const node = state.nodes[position];
    const process = { position, number, pid, processStarted: started, bootId: bootId() };
    writes.record(
      (db) => recordProcess(db, record.id, process),
      () => node && changed(node),
    );
    log('step started', { step: this.#step(position).name, pid });
  }

  #ended({ position, number }: Attempt, end: StepEnd): void {
    const { record, state, clock, writes, changed } = this.#options;
    this.#running.delete(position);
    const outcome = this.#judge(position, number, end);
    const { status, exitCode, error } = outcome;
    const finishedAt = clock.now();
    const { save, after } = state.change(position, {
      status,
      exitCode,
      error,
      finishedAt,
      doneCount: 1,
    });
    const output = this.#outputOf(position, outcome);
    if (output !== null) state.outputs.push(output);
    writes.record(
      (db) => {
        save(db);
        finishAttempt(db, record.id, { position, number, finishedAt, exitCode });
        if (output !== null) saveOutput(db, record.id, output);
      },
      () => changed(after),
    );
    this.#logEnd(position, outcome);
    this.#options.ended();
  }

  #judge(position: number, number: number, end: StepEnd): Outcome {
    const { state, workFolder } = this.#options;
    const nothing = { exitCode: null, output: null };
    if (end.kind === 'refused') return { status: 'failed', error: end.error, ...nothing };
    if (end.kind === 'stopped-before-start') {
      return { status: 'aborted', error: 'stopped', ...nothing };
    }
    const { stdout = '', stderr = '' } = state.nodes[position] ?? {};
    const { capture } = attemptFiles(workFolder, position, number);
    return judgeEnd({
      ...end,
      dag: state.dag,
      step: this.#step(position),
      stderrFile: stderr,
      captureFile: stdout === stderr ? capture : stdout,
    });
  }

  #outputOf(position: number, { output }: Outcome): OutputRecord | null {
    const definition = this.#step(position).output;
    if (definition === null || output === null) return null;
    return { position, name: definition.name, value: output };
  }

  #logEnd(position: number, { status, exitCode, error }: Outcome): void {
    this.#options.log('step ended', {
      step: this.#step(position).name,
      status,
      ...(exitCode === null ? {} : { exit: exitCode }),
      ...(error === '' ? {} : { error }),
    });
  }
}

/** Null: the process was not noted. What ran before the last boot runs no more, and its number means nothing. */
function earlierIdentity({ pid, ...stored }: AttemptRecord): ProcessIdentity | null {
  if (stored.bootId !== null && stored.bootId !== bootId()) return noProcess;
  return pid === null ? null : { pid, started: stored.processStarted };
}
