import type { utilityProcess } from 'electron';
import type { SubscribeEvents } from '#contract/events.ts';
import type { EngineState } from '#contract/ipc.ts';
import { answerInTime } from './answer-in-time.ts';
import { createEngineLink, type CallOverLink } from './engine-link.ts';
import { engineProcesses } from './engine-process.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';
import { realTimer } from './timer.ts';

interface EngineHostOptions {
  readonly fork: typeof utilityProcess.fork;
  readonly entry: string;
  readonly args: readonly string[];
}

/** An engine that hangs must not hold a quit. */
const COUNT_LIMIT = { limitMs: 2_000, otherwise: 0 } as const;

type StateListener = (state: EngineState) => void;

export interface EngineHost extends Pick<Supervisor, 'state' | 'start' | 'stop'> {
  readonly call: CallOverLink;
  readonly subscribe: SubscribeEvents;
  readonly onState: (listener: StateListener) => () => void;
  readonly runningSteps: () => Promise<number>;
  /** Tells the engine that the machine has slept; it would notice by itself within seconds. */
  readonly wake: () => void;
}

/** The engine as main sees it: a supervised process that can be called and listened to. */
export function createEngineHost({ fork, entry, args }: EngineHostOptions): EngineHost {
  const listeners = new Set<StateListener>();
  const link = createEngineLink((message) => supervisor.send(message));
  const supervisor = createSupervisor({
    startProcess: engineProcesses({ fork, entry, args }),
    after: realTimer,
    onMessage: link.receive,
    onState: (state) => {
      link.follow(state);
      for (const listener of listeners) listener(state);
    },
  });
  return {
    state: supervisor.state,
    start: supervisor.start,
    stop: supervisor.stop,
    call: link.call,
    subscribe: link.subscribe,
    onState: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    runningSteps: () => answerInTime(link.countSteps(), { ...COUNT_LIMIT, after: realTimer }),
    wake: () => void supervisor.send({ kind: 'wake' }),
  };
}
