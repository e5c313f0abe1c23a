import { constants } from 'node:os';
import type { Step } from '../../dag/definition.ts';
import { stepAt } from '../../dag/run-steps.ts';
import type { ProcessIdentity } from '../../platform/process-identity.ts';
import { processEnvironment } from '../../platform/process-environment.ts';
import type { MemoryWatch } from '../../platform/step-memory.ts';
import type {
  Launch,
  LaunchOptions,
  ProcessEnd,
  StepProcess,
} from '../../platform/step-process.ts';
import { stopwatchOf, usedBy, msUntilTime, type Stopwatch } from '../../lib/stopwatch.ts';
import { writeAnew } from '../../lib/write-file.ts';
import { readExitRecord } from '../../platform/exit-record.ts';
import { momentOf, newStopwatch } from '../../platform/moment.ts';
import type { ProcessWork } from '../../steps/work.ts';
import type { AttemptRecord, NewAttempt } from '../../storage/attempts.ts';
import type { NodeFact } from '../../storage/nodes.ts';
import { heardLate, pastTime } from './past-time.ts';
import { checkPrograms } from './check-launch.ts';
import { plainOutcome, type Execution, type Outcome, type Usage } from './execution.ts';
import { judgeEnd } from './outcome.ts';
import { isCarriedOutByUs, removeTemporaries, toldOf, type Told } from './program-process.ts';
import { streamsOf } from './step-streams.ts';
import { earlierStep } from './earlier-step.ts';
import { attemptFiles } from '../keep/run-folders.ts';
import type { RunServices } from '../state/run-services.ts';
import { endLeft, stopStep, type EndingOptions, type StepStop } from './step-stop.ts';
import { leftFact } from './left-fact.ts';
import { copiesOf, type PreparedStep } from './prepared-step.ts';

export interface ProcessOptions {
  readonly run: RunServices;
  readonly attempt: Pick<NewAttempt, 'position' | 'number' | 'nonce' | 'startedAt' | 'stdoutFrom'>;
  readonly ended: (outcome: Outcome) => void;
  /** An earlier engine meant to start it and never did. */
  readonly neverBegan: () => void;
}

const stoppedOutcome = plainOutcome('aborted', { error: 'stopped' });

/** What reads the end of a pipe, and no shell waited for, is done within this time. */
const LEFT_MS = 1000;

/** The process of a step, from its start until nothing of it is left. */
export class ProcessExecution implements Execution {
  readonly #options: ProcessOptions;
  readonly #step: Step;
  #launch: Launch | null = null;
  #process: StepProcess | null = null;
  #memory: MemoryWatch | null = null;
  #stopping: StepStop | null = null;
  #stopped = false;
  #timedOut = false;
  #over = false;
  /** Ends what the commands left, now that they have ended by themselves. */
  #endLeft: ((patienceMs: number) => void) | null = null;
  /** What of that had to be ended. */
  #left: NodeFact | null = null;
  /** Its end was there before this engine could ask for it. */
  #hadEnded = false;
  /** From which its time limit counts; null until it has begun. */
  #watch: Stopwatch | null = null;
  #cancelTimeout: () => void = () => undefined;

  constructor(options: ProcessOptions) {
    this.#options = options;
    this.#step = stepAt(options.run.state.dag, options.attempt.position);
  }

  /** Starts the process in its turn. `began` is called when it has begun. */
  start(launch: LaunchOptions, began: (identity: ProcessIdentity) => void): void {
    this.#options.run.spawns.add(() => this.#spawn(launch, began));
  }

  /** Takes over a process that an earlier engine started. */
  adopt(earlier: AttemptRecord): void {
    const { run } = this.#options;
    const step = earlierStep(run, earlier);
    const watch = stopwatchOf(earlier);
    this.#watch = watch;
    const found = run.processes.look(step);
    const { cutShort, stopRequestedAt } = run.state.run;
    const wasStopped = cutShort !== null || stopRequestedAt !== null;
    this.#hadEnded = found !== 'runs' && found.at !== null && !wasStopped;
    const { stdout = '', stderr = '' } = run.state.nodes[earlier.position] ?? {};
    const logs = [stdout, stderr].filter((file) => file !== '');
    this.#process = run.processes.adopt({ ...step, logs, clock: run.clock }, (end) => {
      this.#processEnded(end);
    });
    this.#memory = run.memory.watch(this.#process.groupId);
    if (!this.#hadEnded) this.#limitTime(usedBy(watch, momentOf(run.clock)));
  }

  /** Whether a step went on beyond its time limit without this engine: an earlier one may have ended it for that. */
  #endedLate(end: ProcessEnd): boolean {
    const { timeoutSec } = this.#step;
    const watch = this.#watch;
    if (timeoutSec === 0 || watch === null) return false;
    if (end.kind !== 'exited' || typeof end.past?.at !== 'number') return false;
    const now = momentOf(this.#options.run.clock);
    return watch.usedMs + msUntilTime(watch, end.past.at, now) >= timeoutSec * 1000;
  }

  stop(): void {
    if (!this.#stopped) this.#endLeft?.(0);
    // A step that had ended before it was to be stopped keeps its end.
    this.#stopped ||= !this.#hadEnded;
    // One that is about to begin is stopped when it has.
    if (this.#process !== null) this.#beginStop();
    else if (this.#launch?.cancel() ?? true) this.#finish(stoppedOutcome);
  }

  detach(): void {
    this.#over = true;
    this.#cancelTimeout();
    this.#stopping?.cancel();
    this.#memory?.end();
    this.#launch?.detach();
    this.#process?.detach();
  }

  #spawn(options: LaunchOptions, began: (identity: ProcessIdentity) => void): void {
    if (this.#over) return;
    this.#launch = this.#options.run.processes.launch(options, {
      began: (step) => {
        this.#begun(step);
        began(step.identity);
        if (this.#stopped) this.#beginStop();
      },
      refused: ({ message }) => {
        const error = `cannot start the process: ${message}`;
        this.#finish(plainOutcome('failed', { error }));
      },
      ended: (end) => this.#processEnded(end),
    });
  }

  #begun(step: StepProcess): void {
    this.#process = step;
    this.#memory = this.#options.run.memory.watch(step.groupId);
    this.#watch = newStopwatch(this.#options.run.clock);
    this.#limitTime(0);
  }

  #limitTime(usedMs: number): void {
    const { clock } = this.#options.run;
    const { timeoutSec } = this.#step;
    if (timeoutSec === 0) return;
    this.#cancelTimeout = clock.after(timeoutSec * 1000 - usedMs, () => {
      // This engine was stopped, and is about to hear of the end: that says whether it came in time.
      if (this.#hasExited()) return;
      this.#timedOut = true;
      this.#beginStop();
    });
  }

  #hasExited(): boolean {
    const { run, attempt } = this.#options;
    const { record } = attemptFiles(run.workFolder, attempt.position, attempt.number);
    return readExitRecord(record, attempt.nonce).exit !== null;
  }

  #beginStop(): void {
    if (this.#stopping !== null || this.#process === null) return;
    const stored = this.#timedOut ? Promise.resolve() : this.#options.run.writes.synced();
    this.#stopping = stopStep({ ...this.#ending(this.#process), stored });
  }

  #ending(step: StepProcess): EndingOptions {
    const { clock, processes, state } = this.#options.run;
    const graceMs = state.dag.maxCleanUpTimeSec * 1000;
    return { clock, processes, step, signal: stopSignalOf(this.#step), graceMs };
  }

  #processEnded(heard: ProcessEnd): void {
    if (heard.kind === 'never-began') {
      this.#neverBegan();
      return;
    }
    const { run, attempt } = this.#options;
    const past = heard.past ?? (heard.kind === 'exited' ? heardLate(run, attempt) : undefined);
    const end = past === undefined ? heard : { ...heard, past };
    this.#timedOut ||= this.#endedLate(end);
    if (past !== undefined) run.state.takeOver(run.clock.now());
    const report = (): void => this.#report(end);
    if (this.#stopping !== null) this.#stopping.whenGone(report);
    else if (this.#process !== null) this.#endedByItself(this.#process, end, report);
    else report();
  }

  #report(end: Exclude<ProcessEnd, { kind: 'never-began' }>): void {
    const { run, attempt } = this.#options;
    const told = toldOf(this.#step, attemptFiles(run.workFolder, attempt.position, attempt.number));
    const judged = this.#judge(end, told);
    const facts = this.#left === null ? judged.facts : [...judged.facts, this.#left];
    const outcome = { ...judged, facts, usage: this.#usage(end) };
    if (told.temporaries.length === 0) {
      this.#finish(outcome);
      return;
    }
    void removeTemporaries(told, (path, { message }) => {
      run.log('cannot remove what the step left', { step: this.#step.name, path, error: message });
    }).then(() => this.#finish(outcome));
  }

  #endedByItself(step: StepProcess, { kind }: ProcessEnd, report: () => void): void {
    const { processes } = this.#options.run;
    // What it left does not make it late.
    this.#cancelTimeout();
    // Without its launcher nobody watches over what is left of the step.
    const isLost = kind === 'unknown';
    // A program of ours takes back what it has begun elsewhere, where it is told to end.
    const isKilled = isLost && !isCarriedOutByUs(this.#step);
    if (isKilled) processes.signalGroup(step.groupId(), 'SIGKILL');
    this.#endLeft = (patienceMs) => {
      this.#stopping?.cancel();
      this.#stopping = endLeft({
        ...this.#ending(step),
        ...(isKilled ? { signal: 'SIGKILL' } : {}),
        patienceMs,
        ended: (pids) => this.#noteLeft(pids),
      });
      this.#stopping.whenGone(report);
    };
    this.#endLeft(isLost ? 0 : LEFT_MS);
  }

  /** Nobody would look for the reason at a step that did what it should. After a stop everybody expects it. */
  #noteLeft(pids: readonly number[]): void {
    if (this.#stopped || pids.length === 0) return;
    const { processes, log, vault } = this.#options.run;
    this.#left = leftFact(pids, processes, vault().mask);
    log('step left processes', {
      step: this.#step.name,
      pids: pids.join(),
      ended: this.#left.value,
    });
  }

  #neverBegan(): void {
    if (this.#over) return;
    if (this.#stopped) {
      this.#finish(stoppedOutcome);
      return;
    }
    this.detach();
    this.#options.neverBegan();
  }

  #judge(end: Exclude<ProcessEnd, { kind: 'never-began' }>, told: Told): Outcome {
    const { run, attempt } = this.#options;
    return judgeEnd({
      run,
      told,
      step: this.#step,
      end,
      attempt,
      stopped: this.#stopped,
      timedOut: this.#timedOut,
      endedAt: end.past === undefined ? null : pastTime(run, attempt, end.past),
    });
  }

  #usage(end: ProcessEnd): Usage | null {
    const peakMemory = this.#memory?.end() ?? 0;
    return end.kind === 'exited' && end.cpuMs !== null ? { cpuMs: end.cpuMs, peakMemory } : null;
  }

  #finish(outcome: Outcome): void {
    if (this.#over) return;
    this.#over = true;
    this.#cancelTimeout();
    this.#stopping?.cancel();
    this.#memory?.end();
    this.#options.ended(outcome);
  }
}

/**
 * Everything that the launcher of a step needs; its files are written.
 *
 * @throws Error in words for a person: the step fails with them.
 */
export async function launchOf(
  run: RunServices,
  { position, number, nonce }: Pick<NewAttempt, 'position' | 'number' | 'nonce'>,
  { prepared, work }: { readonly prepared: PreparedStep; readonly work: ProcessWork },
): Promise<LaunchOptions> {
  const { dag, nodes } = run.state;
  const step = stepAt(dag, position);
  const { stdout = '', stderr = '' } = nodes[position] ?? {};
  const files = attemptFiles(run.workFolder, position, number);
  const { workingDir } = prepared;
  const { env, leftOut } = processEnvironment(
    { ...prepared.env, ...work.env },
    { commands: work.commands, scripts: work.scripts.map(({ text }) => text) },
  );
  for (const { name, reason } of leftOut) {
    run.log(`variable omitted: ${reason}`, { step: step.name, variable: name });
  }
  checkPrograms(work.commands, env['PATH'] ?? '', workingDir);
  for (const { file, text } of work.scripts) writeAnew(file, text);
  return {
    commands: work.commands,
    workingDir,
    env,
    nonce,
    recordFile: files.record,
    stopSignal: stopSignalOf(step),
    ...streamsOf(run, step, {
      files,
      stdoutFile: stdout,
      stderrFile: stderr,
      copyStdoutTo: await copiesOf(step, 'stdout', prepared),
      copyStderrTo: await copiesOf(step, 'stderr', prepared),
    }),
  };
}

function stopSignalOf(step: Step): NodeJS.Signals {
  const name = step.signalOnStop ?? 'SIGTERM';
  return name in constants.signals ? (name as NodeJS.Signals) : 'SIGTERM';
}
