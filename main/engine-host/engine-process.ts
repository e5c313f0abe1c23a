import type { utilityProcess } from 'electron';
import type { FromEngine, ToEngine } from './messages.ts';
import { texts } from '../texts.ts';

/** One life of the engine's process, from its start to its exit. */
export interface EngineProcess {
  readonly send: (message: ToEngine) => void;
  readonly kill: () => void;
}

export interface EngineProcessListener {
  readonly onMessage: (message: FromEngine) => void;
  readonly onExit: (code: number) => void;
}

export type StartEngineProcess = (listener: EngineProcessListener) => EngineProcess;

interface EngineProgram {
  readonly fork: typeof utilityProcess.fork;
  readonly entry: string;
  readonly args: readonly string[];
}

/** Starts the engine as a utility process: its own event loop, without a window, ended with the app. */
export function engineProcesses({ fork, entry, args }: EngineProgram): StartEngineProcess {
  return ({ onMessage, onExit }) => {
    const child = fork(entry, [...args], {
      serviceName: texts.engine.processName,
      stdio: 'inherit',
    });
    // Both ends are built together from messages.ts.
    child.on('message', (message: FromEngine) => onMessage(message));
    child.on('exit', onExit);
    return {
      send: (message) => child.postMessage(message),
      kill: () => void child.kill(),
    };
  };
}
