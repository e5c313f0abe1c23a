import { appendFileSync } from 'node:fs';
import type { Clock } from '../../../engine/lib/clock.ts';
import { noProcess } from '../../../engine/platform/process-identity.ts';
import type { AdoptOptions, EarlierStep } from '../../../engine/platform/adopt-step.ts';
import type {
  LaunchOptions,
  PastEnd,
  ProcessEnd,
  StepProcess,
} from '../../../engine/platform/step-process.ts';
import type { StepProcesses } from '../../../engine/platform/step-processes.ts';
import { PATH_PARAM } from './documents.ts';
import type { Begun } from './model-run.ts';
import type { Script } from './script.ts';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

interface Simulated {
  readonly pid: number;
  readonly nonce: string;
  readonly dyingMs: number;
  end: (ProcessEnd & { readonly kind: 'exited' }) | null;
  endedAt: number;
  ended: (end: ProcessEnd) => void;
}

export interface MachineEvents {
  /** Just after a process began, before the engine knows that it did. */
  readonly launched: () => void;
  /** Just after the engine was told that a process had ended by itself. */
  readonly told: () => void;
}

const SIGNALLED = 143;

/** Time starts here: a record must not look as if it had never begun. */
export const EPOCH_MS = Date.UTC(2026, 0, 1);

/** A machine on which time passes only when told, and processes end as a script says. It outlives its engines. */
export class Machine {
  readonly begun: Begun[] = [];
  readonly #script: Script;
  readonly #events: MachineEvents;
  readonly #counts = new Map<string, number>();
  readonly #processes = new Map<string, Simulated>();
  readonly #timers = new Set<Timer>();
  #elapsed = 0;

  constructor(script: Script, events: MachineEvents) {
    this.#script = script;
    this.#events = events;
  }

  get elapsed(): number {
    return this.#elapsed;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { due: this.#elapsed + Math.max(0, delayMs), callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets time pass until the next thing happens; false when nothing ever will. */
  next(): boolean {
    let first: Timer | undefined;
    for (const timer of this.#timers)
      if (first === undefined || timer.due < first.due) first = timer;
    if (first === undefined) return false;
    this.#timers.delete(first);
    this.#elapsed = first.due;
    first.callback();
    return true;
  }

  /** The clock of an engine, which stands still once it is dead. */
  clock(isAlive: () => boolean): Clock {
    return {
      now: () => EPOCH_MS + this.#elapsed,
      elapsed: () => this.#elapsed,
      slept: () => 0,
      after: (delayMs, callback) =>
        this.after(delayMs, () => {
          if (isAlive()) callback();
        }),
    };
  }

  /** Processes as an engine sees them; a dead one starts none and hears of none. */
  processes(isAlive: () => boolean): StepProcesses {
    const told = (ended: (end: ProcessEnd) => void) => (end: ProcessEnd) => {
      if (!isAlive()) return;
      ended(end);
      if (end.kind === 'exited' && end.code !== SIGNALLED) this.#events.told();
    };
    return {
      launch: (options, { began, ended }) => {
        if (!isAlive()) return { cancel: () => true, detach: () => undefined };
        const step = this.#launch(options, told(ended));
        began(step);
        return { cancel: () => false, detach: step.detach };
      },
      adopt: (options, ended) => this.#adopt(options, told(ended)),
      look: (step) => this.#look(step),
      signalGroup: (pid, signal) => {
        if (isAlive()) this.#signal(pid, signal);
      },
      groupIsAlive: (pid) => this.#byPid(pid)?.end === null,
      // None leaves the group of its step.
      signalMember: () => undefined,
      isRunning: () => false,
      programOf: () => '',
      close: () => undefined,
    };
  }

  #launch(options: LaunchOptions, ended: Simulated['ended']): StepProcess {
    const { [PATH_PARAM]: path = '', DAG_RUN_STEP_NAME: step = '' } = options.env;
    const key = `${path}:${step}`;
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    const { code, durationMs, text, dyingMs } = this.#script.execution(path, step, count);
    const { DAG_RUN_STATUS: runStatus } = options.env;
    this.begun.push({ at: this.#elapsed, path, step, count, runStatus });
    appendFileSync(options.stdoutFile, `${text}\n`);
    const { nonce } = options;
    const process = {
      pid: 1000 + this.#processes.size,
      nonce,
      dyingMs,
      end: null,
      endedAt: 0,
      ended,
    };
    this.#processes.set(nonce, process);
    this.after(durationMs, () => this.#end(process, code));
    this.#events.launched();
    return stepProcess(process);
  }

  #adopt({ nonce, clock }: AdoptOptions, ended: Simulated['ended']): StepProcess {
    const process = this.#processes.get(nonce);
    if (process === undefined) {
      const detach = clock.after(0, () => ended({ kind: 'never-began' }));
      const none = { groupId: () => 0, beginNoMore: () => undefined, findMembers: nobody };
      return { identity: noProcess, ...none, detach };
    }
    const { end } = process;
    process.ended = ended;
    if (end !== null) clock.after(0, () => ended({ ...end, past: { at: process.endedAt } }));
    return stepProcess(process);
  }

  #look({ nonce }: EarlierStep): 'runs' | PastEnd {
    const process = this.#processes.get(nonce);
    if (process === undefined) return { at: null };
    return process.end === null ? 'runs' : { at: process.endedAt };
  }

  #signal(pid: number, signal: NodeJS.Signals): void {
    const process = this.#byPid(pid);
    if (process?.end !== null) return;
    const dyingMs = signal === 'SIGKILL' ? 0 : process.dyingMs;
    this.after(dyingMs, () => this.#end(process, SIGNALLED));
  }

  #end(process: Simulated, code: number): void {
    if (process.end !== null) return;
    process.end = { kind: 'exited', code, command: 1, cpuMs: null };
    process.endedAt = EPOCH_MS + this.#elapsed;
    process.ended(process.end);
  }

  #byPid(pid: number): Simulated | undefined {
    return [...this.#processes.values()].find((process) => process.pid === pid);
  }
}

const nobody: StepProcess['findMembers'] = (tell) => tell([]);

function stepProcess(process: Simulated): StepProcess {
  return {
    identity: { pid: process.pid, started: 'simulated' },
    groupId: () => process.pid,
    // Each of its steps has one command, which has begun.
    beginNoMore: () => undefined,
    findMembers: nobody,
    detach: () => {
      process.ended = () => undefined;
    },
  };
}
