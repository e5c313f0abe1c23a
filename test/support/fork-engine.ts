import { fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Config } from '../../engine/config/config.ts';
import type { EngineEvent, EventFilter } from '../../engine/contract/events.ts';
import type { EngineClient } from '../../engine/contract/client.ts';
import { builtOutput } from './built-output.ts';
import type { AnswerMessage } from './engine-process.ts';
import { endProcessesOf } from './engine.ts';

export interface ForkedEngine {
  readonly pid: number;
  readonly call: EngineClient['call'];
  /** The events that match, from now on. */
  readonly follow: (filter: EventFilter) => readonly EngineEvent[];
  /** SIGKILL. Resolves when the process is gone. */
  readonly kill: () => Promise<void>;
  /** Quits in good order. Resolves when the process has ended by itself. */
  readonly stop: () => Promise<{ readonly stepsLeft: number; readonly exitCode: number | null }>;
}

/** Starts an engine on a home in a process of its own. It and its steps do not outlive the test. */
export async function forkEngine(config: Config): Promise<ForkedEngine> {
  const child = fork(builtOutput('out/test/engine-process.js'), [JSON.stringify(config)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Shared by all tests of the run: to compile the engine anew takes two thirds of its start.
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'cache') },
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const waiting = new Map<number, (message: AnswerMessage) => void>();
  const events: EngineEvent[] = [];
  let last = 0;
  let stepsLeft = 0;
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message: AnswerMessage) => {
      if (message.kind === 'ready') resolve();
      else if (message.kind === 'stopped') stepsLeft = message.steps;
      else if (message.kind === 'event') events.push(message.event);
      else waiting.get(message.number)?.(message);
    });
    void exited.then(() => {
      reject(new Error('The engine ended before it was ready.'));
      for (const [number, answer] of waiting) {
        answer({ kind: 'failure', number, message: 'The engine has ended.' });
      }
    });
  });

  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await exited;
  }
  onTestFinished(async () => {
    await kill();
    endProcessesOf(config);
  });
  await ready;

  const call = (name: string, input: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const number = (last += 1);
      waiting.set(number, (message) => {
        waiting.delete(number);
        if (message.kind === 'answer') resolve(message.output);
        else reject(new Error(message.kind === 'failure' ? message.message : message.kind));
      });
      child.send({ number, name, input });
    });

  return {
    pid: child.pid ?? 0,
    // The child answers with the output of the operation that it is asked for.
    call: call as EngineClient['call'],
    follow: (follow) => {
      child.send({ follow });
      return events;
    },
    kill,
    stop: async () => {
      child.send('stop');
      const [exitCode] = await exited;
      return { stepsLeft, exitCode };
    },
  };
}
