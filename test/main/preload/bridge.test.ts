import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  CALL_CHANNEL,
  PUSH_CHANNEL,
  SUBSCRIBE_CHANNEL,
  UNSUBSCRIBE_CHANNEL,
} from '#contract/ipc.ts';
import { createBridge } from '../../../main/preload/bridge.ts';

function aBridge() {
  const sent: unknown[][] = [];
  const emitter = new EventEmitter();
  const ipc = Object.assign(emitter, {
    invoke: async (...args: unknown[]) => ({ ok: true, value: args }),
    send: (...args: unknown[]) => void sent.push(args),
  });
  const bridge = createBridge(ipc as never);
  return {
    bridge,
    sent,
    push: (channel: string, message: object) => emitter.emit(channel, {}, message),
  };
}

const removed = { type: 'run.removed', name: 'etl', dagRunId: '1' };

describe('createBridge', () => {
  it('offers two functions and nothing else', () => {
    expect(Object.keys(aBridge().bridge)).toEqual(['call', 'subscribe']);
  });

  it('ends what the document before it had subscribed to', () => {
    expect(aBridge().sent).toEqual([[UNSUBSCRIBE_CHANNEL, null]]);
  });

  it('sends calls on the one channel for calls', async () => {
    const { bridge } = aBridge();

    expect(await bridge.call('dags.list', { page: 1 })).toEqual({
      ok: true,
      value: [CALL_CHANNEL, 'dags.list', { page: 1 }],
    });
  });

  it('gives each listener the messages of its own subscription, without the IPC event', () => {
    const { bridge, sent, push } = aBridge();
    const heard: unknown[] = [];
    bridge.subscribe({ kind: 'events', filter: {} }, (...given) => heard.push(['events', given]));
    bridge.subscribe({ kind: 'engine-state' }, (...given) => heard.push(['state', given]));

    push(PUSH_CHANNEL, { subscription: 1, message: removed });
    push(PUSH_CHANNEL, { subscription: 2, message: { phase: 'starting' } });
    push(PUSH_CHANNEL, { subscription: 99, message: removed });

    expect(sent.slice(1)).toEqual([
      [SUBSCRIBE_CHANNEL, 1, { kind: 'events', filter: {} }],
      [SUBSCRIBE_CHANNEL, 2, { kind: 'engine-state' }],
    ]);
    expect(heard).toEqual([
      ['events', [removed]],
      ['state', [{ phase: 'starting' }]],
    ]);
  });

  it('hears nothing more after unsubscribing, which may be done twice', () => {
    const { bridge, sent, push } = aBridge();
    const heard: unknown[] = [];

    const unsubscribe = bridge.subscribe({ kind: 'events', filter: {} }, (event) =>
      heard.push(event),
    );
    unsubscribe();
    unsubscribe();
    push(PUSH_CHANNEL, { subscription: 1, message: removed });

    expect(heard).toEqual([]);
    expect(sent.filter(([channel]) => channel === UNSUBSCRIBE_CHANNEL)).toEqual([
      [UNSUBSCRIBE_CHANNEL, null],
      [UNSUBSCRIBE_CHANNEL, 1],
    ]);
  });
});
