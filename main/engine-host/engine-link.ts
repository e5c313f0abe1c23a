import type { WireError } from '#contract/errors.ts';
import type { EngineEvent, EventFilter, EventListener, SubscribeEvents } from '#contract/events.ts';
import type { CallResult, EngineState } from '#contract/ipc.ts';
import type { FromEngine, ToEngine } from './messages.ts';
import { texts } from '../texts.ts';

export type CallOverLink = (name: string, input: unknown) => Promise<CallResult>;

export interface EngineLink {
  readonly call: CallOverLink;
  readonly subscribe: SubscribeEvents;
  /** How many steps have a process now; 0 where no engine answers. */
  readonly countSteps: () => Promise<number>;
  readonly receive: (message: FromEngine) => void;
  readonly follow: (state: EngineState) => void;
}

interface PendingCall {
  readonly message: ToEngine;
  readonly answer: (result: CallResult) => void;
}

/**
 * Calls and subscriptions that outlive one engine process: calls made while the engine starts for the first time
 * wait for it, those that a crash cuts off are answered with an error (whether they took effect is unknown, so they
 * are never sent twice), and subscriptions are made again with the next process.
 */
export function createEngineLink(send: (message: ToEngine) => boolean): EngineLink {
  const pending = new Map<number, PendingCall>();
  const subscriptions = new Map<number, { filter: EventFilter; listener: EventListener }>();
  const counts = new Map<number, (steps: number) => void>();
  let phase: EngineState['phase'] = 'starting';
  let lastId = 0;

  function call(name: string, input: unknown): Promise<CallResult> {
    const { promise, resolve } = Promise.withResolvers<CallResult>();
    const id = (lastId += 1);
    const message: ToEngine = { kind: 'call', id, name, input };
    if (send(message) || phase === 'starting') pending.set(id, { message, answer: resolve });
    else resolve(failure(texts.engine.unavailable[phase]));
    return promise;
  }

  function subscribe(filter: EventFilter, listener: (event: EngineEvent) => void): () => void {
    const subscription = (lastId += 1);
    subscriptions.set(subscription, { filter, listener });
    send({ kind: 'subscribe', subscription, filter });
    return () => {
      if (subscriptions.delete(subscription)) send({ kind: 'unsubscribe', subscription });
    };
  }

  function countSteps(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    const id = (lastId += 1);
    if (send({ kind: 'count-steps', id })) counts.set(id, resolve);
    else resolve(0);
    return promise;
  }

  function receive(message: FromEngine): void {
    if (message.kind === 'answer') {
      pending.get(message.id)?.answer(message.result);
      pending.delete(message.id);
    } else if (message.kind === 'step-count') {
      counts.get(message.id)?.(message.steps);
      counts.delete(message.id);
    } else if (message.kind === 'event') {
      subscriptions.get(message.subscription)?.listener(message.event);
    }
  }

  function follow(state: EngineState): void {
    phase = state.phase;
    if (phase === 'ready') return resume();
    if (phase === 'starting' || phase === 'draining') return;
    for (const { answer } of pending.values()) answer(failure(texts.engine.unavailable[phase]));
    pending.clear();
  }

  function resume(): void {
    for (const [subscription, { filter }] of subscriptions) {
      send({ kind: 'subscribe', subscription, filter });
    }
    for (const { message } of pending.values()) send(message);
  }

  return { call, subscribe, countSteps, receive, follow };
}

function failure(message: string): CallResult {
  const error: WireError = { code: 'service_unavailable', message };
  return { ok: false, error };
}
