import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { EngineError } from '#contract/errors.ts';
import type { EngineEvent, EventListener } from '#contract/events.ts';
import type { CallEngine, Caller } from '#contract/operations.ts';
import type { FromEngine, ToEngine } from '../../../main/engine-host/messages.ts';
import { serveEngine } from '../../../main/engine-host/serve-engine.ts';

const removed: EngineEvent = { type: 'run.removed', name: 'etl', dagRunId: '1' };

/** An engine behind a port whose other end the test holds. */
function servedEngine(call: (name: string, input: unknown, caller: Caller) => unknown) {
  const port = new EventEmitter();
  const sent: FromEngine[] = [];
  const listeners = new Set<EventListener>();
  const left: string[] = [];
  serveEngine({
    // The emitter stands for the port of a utility process, which is one.
    port: Object.assign(port, {
      postMessage: (message: FromEngine) => sent.push(message),
    }) as never,
    engine: {
      call: (async (name, input, caller) => call(name, input, caller)) as CallEngine,
      subscribe: (_filter, listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      runningSteps: () => 2,
      wake: () => left.push('woken'),
    },
    leave: async () => void left.push('left'),
  });
  return {
    sent,
    left,
    listeners,
    tell: async (message: ToEngine) => {
      port.emit('message', { data: message });
      await new Promise(setImmediate);
    },
    publish: (event: EngineEvent) => listeners.forEach((listener) => listener(event)),
  };
}

describe('serveEngine', () => {
  it('calls the engine on behalf of the person at this machine', async () => {
    const engine = servedEngine((name, input, caller) => ({ name, input, caller }));

    await engine.tell({ kind: 'call', id: 4, name: 'dags.list', input: { page: 2 } });

    const caller = { name: 'local', role: 'admin', kind: 'owner', userId: '', origin: 'window' };
    const value = { name: 'dags.list', input: { page: 2 }, caller };
    expect(engine.sent).toEqual([{ kind: 'answer', id: 4, result: { ok: true, value } }]);
  });

  it.each([
    {
      failure: new EngineError('not_found', 'There is no DAG "x".'),
      error: { code: 'not_found', message: 'There is no DAG "x".' },
    },
    {
      failure: new TypeError('undefined is not a function'),
      error: { code: 'internal_error', message: expect.not.stringContaining('undefined') },
    },
  ])('answers $error.code as a value', async ({ failure, error }) => {
    const engine = servedEngine(() => {
      throw failure;
    });

    await engine.tell({ kind: 'call', id: 1, name: 'dags.get', input: {} });

    expect(engine.sent).toMatchObject([{ kind: 'answer', id: 1, result: { ok: false, error } }]);
  });

  it('refuses an operation that is none', async () => {
    const engine = servedEngine(() => 'called');

    await engine.tell({ kind: 'call', id: 1, name: 'constructor', input: {} });

    expect(engine.sent).toMatchObject([{ result: { ok: false, error: { code: 'not_found' } } }]);
  });

  it('sends events under the number of their subscription until it ends', async () => {
    const engine = servedEngine(() => null);

    await engine.tell({ kind: 'subscribe', subscription: 9, filter: {} });
    engine.publish(removed);
    await engine.tell({ kind: 'unsubscribe', subscription: 9 });
    engine.publish(removed);

    expect(engine.sent).toEqual([{ kind: 'event', subscription: 9, event: removed }]);
  });

  it('counts the steps that run', async () => {
    const engine = servedEngine(() => null);

    await engine.tell({ kind: 'count-steps', id: 3 });

    expect(engine.sent).toEqual([{ kind: 'step-count', id: 3, steps: 2 }]);
  });

  it('ends its subscriptions and leaves when it is told to stop', async () => {
    const engine = servedEngine(() => null);
    await engine.tell({ kind: 'subscribe', subscription: 1, filter: {} });

    await engine.tell({ kind: 'stop' });

    expect(engine.listeners.size).toBe(0);
    expect(engine.left).toEqual(['left']);
  });

  it('passes on that the machine has slept', async () => {
    const { tell, left } = servedEngine(() => null);

    await tell({ kind: 'wake' });

    expect(left).toEqual(['woken']);
  });
});
