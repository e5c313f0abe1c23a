import { advance, type Move } from '../dag/plan.ts';
import { rollUp, type CutShort } from '../dag/roll-up.ts';
import { checkRunMove } from '../dag/transitions.ts';
import type { Clock } from '../lib/clock.ts';
import { bootId, type ProcessIdentity } from '../platform/process-identity.ts';
import type { SpawnQueue } from '../platform/spawn-queue.ts';
import {
  finishAttempt,
  insertAttempt,
  recordProcess,
  type AttemptRecord,
} from '../storage/attempts.ts';
import { saveOutput } from '../storage/nodes.ts';
import { finishRun, requestStop } from '../storage/runs.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import { judgeEnd, type Outcome } from './outcome.ts';
import { prepareStep } from './prepare-step.ts';
import { attemptFiles, runLogFile, stepLogFiles } from './run-folders.ts';
import { appendRunLog } from './run-log.ts';
import { createRunState, type LoadedRun } from './run-state.ts';
import { createRunningStep, newNonce, type RunningStep, type StepEnd } from './running-step.ts';

/** What changed, told after it was committed. */
export type RunChange =
  | { readonly kind: 'run'; readonly id: number }
  | { readonly kind: 'node'; readonly id: number; readonly position: number };

export interface DriverOptions {
  readonly run: LoadedRun;
  readonly workFolder: string;
  readonly clock: Clock;
  readonly writes: WriteQueue;
  readonly spawns: SpawnQueue;
  readonly defaultShell: readonly string[];
  readonly ownEnvironment: NodeJS.ProcessEnv;
  readonly changed: (change: RunChange) => void;
  /** Called once, after the end of the run was committed. */
  readonly ended: () => void;
}

/** Drives one run from its first step to its end. Woken by events only: an end, a limit, a stop. */
export interface RunDriver {
  readonly begin: () => void;
  /** Goes on with a run of an earlier engine; takes over the processes that still run. */
  readonly resume: (attempts: readonly AttemptRecord[]) => void;
  readonly stop: () => void;
  /** Looks away from the run and lets its processes live. */
  readonly detach: () => void;
  /** Steps that have a process. */
  readonly runningSteps: () => number;
}

export function createRunDriver(options: DriverOptions): RunDriver {
  const { clock, writes, workFolder } = options;
  const { record, dag } = options.run;
  const state = createRunState(options.run);
  const running = new Map<number, { readonly step: RunningStep; readonly number: number }>();
  const logFile = runLogFile(record.logFolder);
  const log = (message: string, facts?: Record<string, string | number>): void =>
    appendRunLog(logFile, clock.now(), message, facts);
  let cutShort: CutShort = record.stopRequestedAt === null ? null : 'stop';
  let cancelTimeout = (): void => undefined;
  let cancelDelay: (() => void) | null = null;
  let over = false;

  function proceed(): void {
    if (over) return;
    const room = cutShort === null && cancelDelay === null ? dag.maxActiveSteps : 0;
    if (cutShort === null) {
      const statuses = state.nodes.map(({ status }) => status);
      for (const move of advance(state.plan, statuses, room)) {
        make(move);
        if (move.kind === 'start' && holdNextStart()) break;
      }
    }
    if (running.size === 0 && cancelDelay === null && !hasStartable()) finish();
  }

  function hasStartable(): boolean {
    return cutShort === null && state.nodes.some(({ status }) => status === 'not_started');
  }

  function make(move: Move): void {
    if (move.kind === 'start') {
      startNode(move.position);
      return;
    }
    const at = clock.now();
    const { position, status, error } = move;
    writes.record(state.change(position, { status, error, startedAt: at, finishedAt: at }), () =>
      options.changed({ kind: 'node', id: record.id, position }),
    );
    log('step not run', { step: dag.steps[position]?.name ?? '', status, reason: error });
  }

  /** `delay_sec` holds every start for a while after one, the end of the run included. */
  function holdNextStart(): boolean {
    if (dag.delaySec === 0) return false;
    cancelDelay = clock.after(dag.delaySec * 1000, () => {
      cancelDelay = null;
      proceed();
    });
    return true;
  }

  function startNode(position: number): void {
    const step = dag.steps[position];
    if (step === undefined) return;
    const attempt = { position, number: 1, nonce: newNonce(), startedAt: clock.now() };
    const files = stepLogFiles(record.logFolder, position, step, dag);
    const save = state.change(position, {
      status: 'running',
      startedAt: attempt.startedAt,
      stdout: files.stdout,
      stderr: files.stderr,
    });
    const runningStep = track(position, attempt.number);
    // The intent is stored before the process exists: no process is ever unknown after a crash.
    writes.record(
      (db) => {
        save(db);
        insertAttempt(db, record.id, attempt);
      },
      () => void runningStep.launch(() => prepare(position, attempt), began(position, attempt)),
    );
  }

  function prepare(position: number, attempt: { number: number; nonce: string }) {
    const { defaultShell, ownEnvironment } = options;
    const setting = {
      ...state,
      defaultShell,
      ownEnvironment,
      workFolder,
      logFolder: record.logFolder,
    };
    return prepareStep(setting, position, attempt);
  }

  function began(position: number, attempt: { readonly number: number }) {
    return ({ pid, started }: ProcessIdentity): void => {
      const process = {
        position,
        number: attempt.number,
        pid,
        processStarted: started,
        bootId: bootId(),
      };
      writes.record(
        (db) => recordProcess(db, record.id, process),
        () => options.changed({ kind: 'node', id: record.id, position }),
      );
      log('step started', { step: dag.steps[position]?.name ?? '', pid });
    };
  }

  function track(position: number, number: number): RunningStep {
    const step = dag.steps[position];
    if (step === undefined) throw new Error(`Run ${record.id} has no step ${position}`);
    const runningStep = createRunningStep({
      clock,
      spawns: options.spawns,
      step,
      graceMs: dag.maxCleanUpTimeSec * 1000,
      ended: (end) => nodeEnded(position, number, end),
    });
    running.set(position, { step: runningStep, number });
    return runningStep;
  }

  function nodeEnded(position: number, number: number, end: StepEnd): void {
    running.delete(position);
    const outcome = outcomeOf(position, number, end);
    const finishedAt = clock.now();
    const { status, exitCode, error } = outcome;
    const save = state.change(position, { status, exitCode, error, finishedAt, doneCount: 1 });
    const output = outputOf(position, outcome);
    if (output !== null) state.outputs.push(output);
    writes.record(
      (db) => {
        save(db);
        finishAttempt(db, record.id, { position, number, finishedAt, exitCode });
        if (output !== null) saveOutput(db, record.id, output);
      },
      () => options.changed({ kind: 'node', id: record.id, position }),
    );
    log('step ended', {
      step: dag.steps[position]?.name ?? '',
      status,
      ...(exitCode === null ? {} : { exit: exitCode }),
      ...(error === '' ? {} : { error }),
    });
    proceed();
  }

  function outputOf(position: number, { output }: Outcome) {
    const definition = dag.steps[position]?.output ?? null;
    return definition === null || output === null
      ? null
      : { position, name: definition.name, value: output };
  }

  function outcomeOf(position: number, number: number, end: StepEnd): Outcome {
    if (end.kind === 'refused') {
      return { status: 'failed', exitCode: null, error: end.error, output: null };
    }
    if (end.kind === 'stopped-before-start') {
      return { status: 'aborted', exitCode: null, error: 'stopped', output: null };
    }
    const step = dag.steps[position];
    const node = state.nodes[position];
    if (step === undefined || node === undefined) throw new Error(`No step ${position}`);
    const merged = node.stdout === node.stderr;
    return judgeEnd({
      ...end,
      dag,
      step,
      stdoutFile: node.stdout,
      stderrFile: node.stderr,
      captureFile: merged ? attemptFiles(workFolder, position, number).capture : node.stdout,
    });
  }

  function cut(reason: Exclude<CutShort, null>): void {
    if (over || cutShort !== null) return;
    cutShort = reason;
    cancelDelay?.();
    cancelDelay = null;
    for (const { step } of running.values()) step.stop();
    proceed();
  }

  function limitTime(): void {
    if (dag.timeoutSec === 0) return;
    const due = (record.startedAt ?? record.createdAt) + dag.timeoutSec * 1000;
    cancelTimeout = clock.after(due - clock.now(), () => {
      log('run timed out', { limit: dag.timeoutSec });
      cut('timeout');
    });
  }

  function finish(): void {
    over = true;
    cancelTimeout();
    const status = rollUp(
      state.nodes.map((node) => node.status),
      cutShort,
    );
    checkRunMove('running', status);
    const error = runError(status === 'succeeded');
    writes.record(
      (db) => finishRun(db, record.id, { status, finishedAt: clock.now(), error }),
      () => {
        log('run ended', { status });
        options.changed({ kind: 'run', id: record.id });
        options.ended();
      },
    );
  }

  function runError(succeeded: boolean): string {
    if (succeeded) return '';
    if (cutShort === 'stop') return 'stopped';
    if (cutShort === 'timeout') return `the run took longer than ${dag.timeoutSec}s (timeout_sec)`;
    const failed = state.nodes.find(({ status }) => status === 'failed');
    return failed === undefined
      ? ''
      : `step "${failed.name}": ${failed.error.split('\n')[0] ?? ''}`;
  }

  function adopt(attempt: AttemptRecord): void {
    const { position, number, nonce, pid, processStarted: started, startedAt } = attempt;
    const sameBoot = attempt.bootId === null || attempt.bootId === bootId();
    const identity = pid === null ? null : { pid, started: sameBoot ? started : null };
    const recordFile = attemptFiles(workFolder, position, number).record;
    const step = track(position, number);
    log('step taken over', {
      step: dag.steps[position]?.name ?? '',
      ...(pid === null ? {} : { pid }),
    });
    step.adopt({ identity, recordFile, nonce, startedAt });
    if (cutShort !== null) step.stop();
  }

  return {
    begin: () => {
      limitTime();
      writes.record(
        () => undefined,
        () => options.changed({ kind: 'run', id: record.id }),
      );
      log('run started', { dag: record.dagName, run: record.runId, trigger: record.triggerType });
      proceed();
    },
    resume: (attempts) => {
      log('run taken over');
      for (const attempt of attempts) adopt(attempt);
      limitTime();
      proceed();
    },
    stop: () => {
      log('stop requested');
      writes.record((db) => requestStop(db, record.id, clock.now()));
      cut('stop');
    },
    detach: () => {
      over = true;
      cancelTimeout();
      cancelDelay?.();
      for (const { step } of running.values()) step.detach();
    },
    runningSteps: () => running.size,
  };
}
