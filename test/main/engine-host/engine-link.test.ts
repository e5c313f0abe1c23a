import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '#contract/events.ts';
import { createEngineLink } from '../../../main/engine-host/engine-link.ts';
import type { ToEngine } from '../../../main/engine-host/messages.ts';

const ready = { phase: 'ready', url: 'http://127.0.0.1:8080' } as const;
const removed: EngineEvent = { type: 'run.removed', name: 'etl', dagRunId: '1' };

/** A link to an engine that the test plays; it takes messages only while it is up. */
function aLink() {
  const sent: ToEngine[] = [];
  let isUp = false;
  const link = createEngineLink((message) => {
    if (isUp) sent.push(message);
    return isUp;
  });
  return {
    link,
    sent,
    up: () => {
      isUp = true;
      link.follow(ready);
    },
    down: () => {
      isUp = false;
      link.follow({ phase: 'restarting' });
    },
  };
}

describe('createEngineLink', () => {
  it('gives each call the answer that carries its number', async () => {
    const { link, up } = aLink();
    up();

    const first = link.call('dags.list', {});
    const second = link.call('dags.tags', {});
    link.receive({ kind: 'answer', id: 2, result: { ok: true, value: 'second' } });
    link.receive({ kind: 'answer', id: 1, result: { ok: true, value: 'first' } });

    expect(await first).toEqual({ ok: true, value: 'first' });
    expect(await second).toEqual({ ok: true, value: 'second' });
  });

  it('holds calls that are made while the engine starts until it is ready', () => {
    const { link, sent, up } = aLink();

    void link.call('dags.list', { page: 2 });
    expect(sent).toEqual([]);
    up();

    expect(sent).toEqual([{ kind: 'call', id: 1, name: 'dags.list', input: { page: 2 } }]);
  });

  it('answers what a crash cut off with an error, and never sends it twice', async () => {
    const { link, sent, up, down } = aLink();
    up();

    const call = link.call('dags.start', { fileName: 'etl' });
    down();
    up();

    expect(await call).toMatchObject({ ok: false, error: { code: 'service_unavailable' } });
    expect(sent).toHaveLength(1);
  });

  it('leaves the calls under way to an engine that stops, which answers them', async () => {
    const { link, sent, up } = aLink();
    up();

    const call = link.call('dags.start', { fileName: 'etl' });
    link.follow({ phase: 'draining', detail: '' });
    link.receive({ kind: 'answer', id: 1, result: { ok: true, value: 'begun' } });

    expect(await call).toEqual({ ok: true, value: 'begun' });
    expect(sent).toHaveLength(1);
  });

  it.each(['restarting', 'draining', 'failed'] as const)(
    'refuses a call at once while the engine is %s',
    async (phase) => {
      const { link } = aLink();
      link.follow({ phase, detail: '' });

      expect(await link.call('dags.list', {})).toMatchObject({
        ok: false,
        error: { code: 'service_unavailable' },
      });
    },
  );

  it('makes subscriptions again with the engine that follows', () => {
    const { link, sent, up, down } = aLink();
    const heard: EngineEvent[] = [];
    link.subscribe({ name: 'etl' }, (event) => heard.push(event));

    up();
    down();
    up();
    link.receive({ kind: 'event', subscription: 1, event: removed });

    const subscribe = { kind: 'subscribe', subscription: 1, filter: { name: 'etl' } };
    expect(sent).toEqual([subscribe, subscribe]);
    expect(heard).toEqual([removed]);
  });

  it('hears nothing more after unsubscribing, which may be done twice', () => {
    const { link, sent, up } = aLink();
    const heard: EngineEvent[] = [];
    up();

    const unsubscribe = link.subscribe({}, (event) => heard.push(event));
    unsubscribe();
    unsubscribe();
    link.receive({ kind: 'event', subscription: 1, event: removed });

    expect(heard).toEqual([]);
    expect(sent.at(-1)).toEqual({ kind: 'unsubscribe', subscription: 1 });
    expect(sent).toHaveLength(2);
  });

  it('counts the running steps, and none where no engine answers', async () => {
    const { link, up } = aLink();

    expect(await link.countSteps()).toBe(0);
    up();
    const count = link.countSteps();
    link.receive({ kind: 'step-count', id: 2, steps: 3 });

    expect(await count).toBe(3);
  });
});
