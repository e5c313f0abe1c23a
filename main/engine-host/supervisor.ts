import type { EngineState } from '#contract/ipc.ts';
import { afterExit, STEADY_AFTER_MS } from './after-exit.ts';
import type { EngineProcess, StartEngineProcess } from './engine-process.ts';
import type { FromEngine, ToEngine } from './messages.ts';
import type { Timer } from './timer.ts';

const STOP_LIMIT_MS = 10_000;

interface SupervisorOptions {
  readonly startProcess: StartEngineProcess;
  readonly after: Timer;
  readonly onMessage: (message: FromEngine) => void;
  readonly onState: (state: EngineState) => void;
}

export interface Supervisor {
  readonly state: () => EngineState;
  /** Starts the engine: at first, after it has failed, or at once in place of a later restart. */
  readonly start: () => void;
  /** False where no engine takes messages now. */
  readonly send: (message: ToEngine) => boolean;
  /** Ends the engine in order, by force where it takes too long. Steps that run go on. */
  readonly stop: () => Promise<void>;
}

/**
 * Keeps one engine process alive. An engine that ends by itself is started again, later each time; one that says
 * why it cannot start, or that keeps ending, is left alone until somebody asks again.
 */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { startProcess, after, onMessage, onState } = options;
  let state: EngineState = { phase: 'starting' };
  let engine: EngineProcess | null = null;
  let ends = 0;
  let refusal: string | null = null;
  let cancelTimer = noTimer;
  let stopping: PromiseWithResolvers<void> | null = null;

  function become(next: EngineState): void {
    state = next;
    onState(next);
  }

  function spawn(): void {
    refusal = null;
    engine = startProcess({ onMessage: receive, onExit: ended });
  }

  function receive(message: FromEngine): void {
    if (message.kind === 'ready' && stopping === null) {
      cancelTimer = after(STEADY_AFTER_MS, () => (ends = 0));
      become({ phase: 'ready', url: message.url });
    } else if (message.kind === 'refused') {
      refusal = message.reason;
      // It has nothing left to do, and its message might be lost if it ended itself at once.
      engine?.kill();
    }
    onMessage(message);
  }

  function ended(code: number): void {
    engine = null;
    cancelTimer();
    if (stopping !== null) return stopping.resolve();
    const verdict = afterExit({ code, ends: (ends += 1), refusal });
    if (verdict.restartInMs !== null) cancelTimer = after(verdict.restartInMs, spawn);
    become(verdict.state);
  }

  function beginStop(): PromiseWithResolvers<void> {
    stopping = Promise.withResolvers<void>();
    cancelTimer();
    if (engine === null) stopping.resolve();
    else cancelTimer = after(STOP_LIMIT_MS, engine.kill);
    engine?.send({ kind: 'stop' });
    become({ phase: 'draining' });
    return stopping;
  }

  return {
    state: () => state,
    start: () => {
      if (engine !== null || stopping !== null) return;
      cancelTimer();
      ends = 0;
      become({ phase: 'starting' });
      spawn();
    },
    send: (message) => {
      if (engine === null || state.phase !== 'ready') return false;
      engine.send(message);
      return true;
    },
    stop: () => (stopping ?? beginStop()).promise,
  };
}

const noTimer = (): void => undefined;
