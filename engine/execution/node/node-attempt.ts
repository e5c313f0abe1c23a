import { rmSync } from 'node:fs';
import { stepAt } from '../../dag/run-steps.ts';
import { assertNever } from '../../lib/assert-never.ts';
import { writeAnew } from '../../lib/write-file.ts';
import { stopwatchOf, upTo, usedBy, type Stopwatch } from '../../lib/stopwatch.ts';
import { momentOf, newStopwatch } from '../../platform/moment.ts';
import { bootId, type ProcessIdentity } from '../../platform/process-identity.ts';
import type { LaunchOptions } from '../../platform/step-process.ts';
import { stepTypeOf } from '../../steps/registry.ts';
import type { CallWork, ProgramWork, Work } from '../../steps/work.ts';
import {
  recordProcess,
  saveStopwatch,
  type AttemptRecord,
  type NewAttempt,
} from '../../storage/attempts.ts';
import { callsOf } from '../../storage/calls.ts';
import type { Database } from '../../storage/database.ts';
import type { RunRecord } from '../../storage/runs.ts';
import { attemptFiles, type AttemptFiles } from '../keep/run-folders.ts';
import { CallExecution } from '../work/call-execution.ts';
import { earlierCalls } from '../work/earlier-calls.ts';
import {
  calledOff,
  EXIT_TIMEOUT,
  plainOutcome,
  timeoutError,
  type Execution,
  type Outcome,
} from '../work/execution.ts';
import { prepareStep, workOf } from './prepare-step.ts';
import { CallingProgram } from '../work/calling-program.ts';
import { launchOf, ProcessExecution, type ProcessOptions } from '../work/process-execution.ts';
import { programEnvironment, programInput, programProcess } from '../work/program-process.ts';
import { mayCall } from '../work/program-calls.ts';
import type { RunServices } from '../state/run-services.ts';
import { takeOverLimit } from '../work/take-over-limit.ts';
import { outputHere, printHere } from '../work/print-here.ts';
import type { PreparedStep } from '../work/prepared-step.ts';

export interface NodeAttemptOptions {
  readonly run: RunServices;
  readonly db: Database;
  readonly attempt: NewAttempt;
  /** Told when the node waits for a person, here or in a run that it called, and when it goes on. */
  readonly waiting: (isWaiting: boolean) => void;
  /** A gate asks this, and waits. */
  readonly asks: (prompt: string) => void;
  /** Steps that a router chose. */
  readonly chose: (names: readonly string[]) => void;
  readonly ended: (outcome: Outcome) => void;
  readonly neverBegan: () => void;
}

/** One execution of a node: finding out what its step amounts to now, and carrying that out. */
export class NodeAttempt implements Execution {
  readonly #options: NodeAttemptOptions;
  readonly #preparation = new AbortController();
  #execution: Execution | null = null;
  #over = false;
  #timedOut = false;
  #isTakingOver = false;
  #isStopped = false;
  #callWatch: Stopwatch | null = null;
  #cancelTimeout: () => void = () => undefined;

  constructor(options: NodeAttemptOptions) {
    this.#options = options;
  }

  async begin(): Promise<void> {
    const { run, attempt } = this.#options;
    const { signal } = this.#preparation;
    if (run.room.isLow()) await run.room.wait(signal);
    if (this.#over) return;
    try {
      const prepared = await prepareStep(run, attempt.position, signal);
      const work = await workOf(run, attempt.position, prepared);
      if (!signal.aborted) await this.#start(work, prepared);
    } catch (error) {
      this.#end(plainOutcome('failed', { error: (error as Error).message }));
    }
  }

  /** Goes on with what an earlier engine began. */
  adopt(earlier: AttemptRecord): void {
    const { run, attempt } = this.#options;
    const { kind } = stepTypeOf(stepAt(run.state.dag, attempt.position).type);
    const isWaiting = run.state.nodes[attempt.position]?.status === 'waiting';
    switch (kind) {
      case 'process':
        return this.#process((process) => process.adopt(earlier));
      case 'program':
        return this.#adoptProgram(earlier);
      case 'calls':
        return void this.#resumeCalls();
      case 'gate':
        return isWaiting ? this.#limitTime(stopwatchOf(attempt)) : this.#options.neverBegan();
      case 'done':
        // It has done nothing that is not stored with its end.
        return this.#options.neverBegan();
      default:
        // Nobody knows how far it came, and what may have been done is not done twice.
        kind satisfies never;
        this.#end(plainOutcome('failed', { error: 'exit unknown', unknownExit: true }));
    }
  }

  childChanged(child: RunRecord): void {
    this.#execution?.childChanged?.(child);
  }

  /** Stores how far the time limit has come, for an engine that takes over. */
  noteLimit(): void {
    const { run, attempt } = this.#options;
    const { position, number } = attempt;
    if (this.#callWatch === null || stepAt(run.state.dag, position).timeoutSec === 0) return;
    this.#callWatch = upTo(this.#callWatch, momentOf(run.clock));
    const noted = { position, number, stopwatch: JSON.stringify(this.#callWatch) };
    run.writes.commit((db) => saveStopwatch(db, run.state.run.id, noted));
  }

  stop(): void {
    this.#isStopped = true;
    // A stop aborts, whether or not the time is over by then as well.
    this.#timedOut = false;
    this.#endExecution();
  }

  #endExecution(): void {
    if (this.#execution !== null) this.#execution.stop();
    else if (!this.#isTakingOver) this.#end(plainOutcome('aborted', { error: 'stopped' }));
  }

  detach(): void {
    this.#over = true;
    this.#cancelTimeout();
    this.#preparation.abort(calledOff);
    this.#execution?.detach();
  }

  async #start(work: Work, prepared: PreparedStep): Promise<void> {
    const { run, attempt } = this.#options;
    switch (work.kind) {
      case 'process':
        return this.#launch(await launchOf(run, attempt, { prepared, work }));
      case 'program':
        return this.#program(work, prepared);
      case 'calls':
        return this.#call(work, prepared);
      case 'gate':
        await this.#print(work.print, prepared);
        this.#limitTime(stopwatchOf(attempt));
        return this.#options.asks(work.prompt);
      case 'done':
        await this.#print(work.print, prepared);
        if (work.chosen !== null) this.#options.chose(work.chosen);
        this.#end(
          plainOutcome('succeeded', {
            exitCode: 0,
            output: outputHere(run, attempt.position, work.print),
          }),
        );
        return;
      default:
        assertNever(work);
    }
  }

  async #program(work: ProgramWork, prepared: PreparedStep): Promise<void> {
    const { run, attempt } = this.#options;
    const env = programEnvironment(prepared.env);
    const files = this.#files;
    const launch = await launchOf(run, attempt, {
      prepared: { ...prepared, env },
      work: programProcess(files),
    });
    if (this.#over) return;
    writeAnew(files.input, programInput(files, work));
    const allowed = { targets: work.calls ?? [], workingDir: prepared.workingDir };
    if (allowed.targets.length === 0) this.#launch(launch);
    else this.#callingProgram().start(launch, (id) => this.#began(id), allowed);
  }

  #adoptProgram(earlier: AttemptRecord): void {
    if (mayCall(this.#files.calls)) this.#callingProgram().adopt(earlier, this.#options.db);
    else this.#process((process) => process.adopt(earlier));
  }

  #callingProgram(): CallingProgram {
    const { waiting } = this.#options;
    const program = new CallingProgram({
      ...this.#processOptions,
      folder: this.#files.calls,
      waiting,
    });
    this.#execution = program;
    return program;
  }

  get #files(): AttemptFiles {
    const { run, attempt } = this.#options;
    return attemptFiles(run.workFolder, attempt.position, attempt.number);
  }

  #launch(launch: LaunchOptions): void {
    if (!this.#over) this.#process((process) => process.start(launch, (id) => this.#began(id)));
  }

  #process(use: (process: ProcessExecution) => void): void {
    const process = new ProcessExecution(this.#processOptions);
    this.#execution = process;
    use(process);
  }

  get #processOptions(): ProcessOptions {
    return {
      ...this.#options,
      ended: (outcome) => this.#end(outcome),
      neverBegan: () => {
        this.#over = true;
        this.#options.neverBegan();
      },
    };
  }

  #began({ pid, started }: ProcessIdentity): void {
    const { run, attempt } = this.#options;
    const { position, number } = attempt;
    const node = run.state.nodes[position];
    const step = stepAt(run.state.dag, position);
    // What came before its process does not count.
    const stopwatch = step.timeoutSec === 0 ? null : JSON.stringify(newStopwatch(run.clock));
    const process = { position, number, pid, processStarted: started, bootId: bootId(), stopwatch };
    run.writes.commit(
      (db) => recordProcess(db, run.state.run.id, process),
      () => node && run.changed(node),
    );
    run.log('step started', { step: step.name, pid });
  }

  async #call(work: CallWork, prepared: PreparedStep): Promise<void> {
    this.#limitCall(stopwatchOf(this.#options.attempt));
    await this.#callExecution(prepared, work).begin(work);
  }

  async #resumeCalls(): Promise<void> {
    const { run, db, attempt } = this.#options;
    const { position, number } = attempt;
    // What an engine had not come to store was not begun.
    if (callsOf(db, { runId: run.state.run.id, position, attempt: number }).length === 0) {
      this.#options.neverBegan();
      return;
    }
    this.#isTakingOver = true;
    this.#takeOverLimit();
    try {
      const prepared = await prepareStep(run, position, this.#preparation.signal);
      const { parallel } = stepAt(run.state.dag, position);
      const calls = this.#callExecution(prepared, {
        parallel: parallel !== null,
        maxConcurrent: parallel?.maxConcurrent ?? 1,
      });
      if (this.#isStopped || this.#timedOut) calls.stop();
      await calls.resume(db);
    } catch (error) {
      this.#end(plainOutcome('failed', { error: (error as Error).message }));
    }
  }

  /** Without an engine the time of a call stands still, so it is noted how far it has come. That of a gate goes on. */
  #limitCall(watch: Stopwatch): void {
    this.#limitTime(watch);
    this.#callWatch = watch;
  }

  #takeOverLimit(): void {
    const { run, db, attempt } = this.#options;
    const { position } = attempt;
    if (stepAt(run.state.dag, position).timeoutSec === 0) return;
    const watch = stopwatchOf(attempt);
    this.#limitCall(takeOverLimit(run, db, { watch, own: [], caller: position }));
    this.noteLimit();
  }

  #callExecution(
    prepared: PreparedStep,
    work: Pick<CallWork, 'parallel' | 'maxConcurrent'>,
  ): CallExecution {
    const { run, db, attempt, waiting } = this.#options;
    const { position, number } = attempt;
    const calls = new CallExecution({
      run,
      position,
      attempt: number,
      earlier: earlierCalls(run, db, attempt),
      workingDir: prepared.workingDir,
      parallel: work.parallel,
      maxConcurrent: work.maxConcurrent,
      waiting,
      print: (text) => this.#print(text, prepared),
      ended: (outcome) => this.#end(outcome),
    });
    this.#execution = calls;
    return calls;
  }

  #print(text: string, prepared: PreparedStep): Promise<void> {
    const { run, attempt } = this.#options;
    return printHere(run, attempt.position, { text, prepared });
  }

  /** The limit of a step without a process; a process has its own. */
  #limitTime(watch: Stopwatch): void {
    const { clock, state } = this.#options.run;
    const { timeoutSec } = stepAt(state.dag, this.#options.attempt.position);
    if (timeoutSec === 0) return;
    const left = timeoutSec * 1000 - usedBy(watch, momentOf(clock));
    this.#cancelTimeout = clock.after(left, () => {
      if (this.#isStopped) return;
      this.#timedOut = true;
      this.#endExecution();
    });
  }

  #end(outcome: Outcome): void {
    if (this.#over) return;
    this.#over = true;
    this.#cancelTimeout();
    this.#preparation.abort(calledOff);
    const { run, attempt, ended } = this.#options;
    const { timeoutSec, type } = stepAt(run.state.dag, attempt.position);
    // A program that was ended before it began has left it.
    if (stepTypeOf(type).kind === 'program') rmSync(this.#files.input, { force: true });
    if (!this.#timedOut) ended(outcome);
    else {
      const error = timeoutError(timeoutSec);
      ended(plainOutcome('failed', { exitCode: EXIT_TIMEOUT, error, timedOut: true }));
    }
  }
}
