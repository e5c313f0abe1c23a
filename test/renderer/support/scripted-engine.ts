import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { EngineClient } from '#contract/client.ts';
import { EngineError, type ErrorCode } from '#contract/errors.ts';
import {
  concerns,
  type EngineEvent,
  type EventFilter,
  type EventListener,
} from '#contract/events.ts';
import {
  operations,
  type OperationCall,
  type OperationName,
  type OperationOutput,
} from '#contract/operations.ts';
import {
  createEngineConnection,
  type EngineConnection,
  type WatchEngine,
} from '../../../renderer/client/engine-connection.ts';
import { unknownFields } from '../../../engine/services/unknown-fields.ts';
import { createNodeChoice } from '../../../renderer/client/node-choice.ts';
import { ownerSession } from '../../../renderer/client/session.ts';

type Answers = {
  [N in OperationName]?: (
    input: OperationCall<N>,
  ) => OperationOutput<N> | Promise<OperationOutput<N>>;
};

/** An engine that says what a test has written down, behind the real connection of the window. */
export interface ScriptedEngine {
  readonly connection: EngineConnection;
  /** What it says to each operation; an operation without an answer is refused. */
  readonly answers: Answers;
  /** What it was asked so far, oldest first. */
  readonly asked: <N extends OperationName>(name: N) => readonly OperationCall<N>[];
  /** Refuses an operation from now on. */
  readonly refuse: (name: OperationName, message: string, code?: ErrorCode) => void;
  /** The next answer to an operation waits until the test gives it. */
  readonly hold: <N extends OperationName>(name: N) => PromiseWithResolvers<OperationOutput<N>>;
  /** Tells whoever listens for such events. */
  readonly emit: (event: EngineEvent) => void;
  /** How many listen. */
  readonly listeners: () => number;
  readonly lose: () => void;
  readonly comeBack: () => void;
}

export function scriptedEngine(answers: Answers = {}): ScriptedEngine {
  const calls: { readonly name: OperationName; readonly input: unknown }[] = [];
  const listening = new Set<{ readonly filter: EventFilter; readonly listener: EventListener }>();
  const client: EngineClient = {
    call: async <N extends OperationName>(name: N, input: OperationCall<N>) => {
      calls.push({ name, input });
      // What the contract does not take would be refused by a real engine too.
      operations[name].input().parse(input);
      expect(unknownFields(operations[name], input)).toEqual([]);
      const answer = answers[name];
      if (answer === undefined) throw new EngineError('not_found', `${name} has no answer.`);
      return answer(input);
    },
    subscribe: (filter, listener) => {
      const one = { filter, listener };
      listening.add(one);
      return () => void listening.delete(one);
    },
  };
  let tell: Parameters<WatchEngine>[0] | undefined;
  const connection = createEngineConnection({
    client,
    session: ownerSession(),
    nodes: createNodeChoice(client, undefined),
    watch: (told) => (tell = told),
  });
  const comeBack = () => tell?.state({ phase: 'ready', url: '' });
  comeBack();
  return {
    connection,
    answers,
    asked: <N extends OperationName>(name: N) =>
      // Each was called by that name, so with its input.
      calls.filter((call) => call.name === name).map(({ input }) => input as OperationCall<N>),
    refuse: (name, message, code = 'bad_request') => {
      answers[name] = () => {
        throw new EngineError(code, message);
      };
    },
    hold: <N extends OperationName>(name: N) => {
      const held = Promise.withResolvers<OperationOutput<N>>();
      const usual = answers[name];
      const once = () => {
        answers[name] = usual;
        return held.promise;
      };
      // The promise is that of an answer to this operation.
      answers[name] = once as Answers[N];
      return held;
    },
    emit: (event) => {
      for (const { filter, listener } of [...listening]) {
        if (concerns(filter, event)) listener(event);
      }
    },
    listeners: () => listening.size,
    lose: () => tell?.state({ phase: 'restarting' }),
    comeBack,
  };
}

/** The timers and the time of the tests of a file stand still until a test lets them pass. */
export function useStoppedClock(now: number): void {
  beforeEach(() => void vi.useFakeTimers({ now }));
  afterEach(() => void vi.useRealTimers());
}

export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

/** Lets all that was answered arrive. */
export async function arrive(): Promise<void> {
  await pass(0);
}

/** Of an answer that holds all there is. */
export function onePage(totalRecords: number) {
  return { totalRecords, currentPage: 1, totalPages: 1, nextPage: null, prevPage: null };
}
