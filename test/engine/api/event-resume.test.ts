import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../../../engine/contract/events.ts';
import { runToEnd } from '../../support/engine.ts';
import { anApi } from './an-api.ts';
import { manualClock } from './manual-clock.ts';
import { openStream, READY, untilForgotten } from './open-stream.ts';
import { served } from './served.ts';

const event = (change: 'created' | 'updated' | 'deleted'): EngineEvent => ({
  type: 'dag.changed',
  fileName: 'a',
  change,
});
const messageOf = (id: string, change: 'created' | 'updated' | 'deleted'): string =>
  `event: dag.changed\nid: ${id}\ndata: ${JSON.stringify(event(change))}\n\n`;
const MISSED = 'event: events.missed\ndata: {"type":"events.missed"}\n\n';

const after = (id: string) => ({ 'Last-Event-ID': id });

describe('a stream that comes back', () => {
  it('begins with what it has missed, once, and goes on', async () => {
    const api = await anApi({ clock: manualClock() });
    const first = await openStream(api);
    await first.next(`${READY}id: 0-0\n\n`);
    api.emit(event('created'));
    await first.next(messageOf('0-1', 'created'));
    first.request.destroy();
    api.emit(event('updated'));

    const back = await openStream(api, '', '/events', after('0-1'));
    api.emit(event('deleted'));

    await back.next(READY + messageOf('0-2', 'updated'));
    await back.next(`id: 0-2\n\n${messageOf('0-3', 'deleted')}`);
  });

  it('gets of what it has missed what its filter asks for', async () => {
    const api = await anApi({ clock: manualClock() });
    const watching = await openStream(api);
    await watching.next(READY);
    api.emit(event('created'));
    api.emit({ type: 'queue.changed', queue: 'q' });

    const back = await openStream(api, '?name=a', '/events', after('0-0'));

    await back.next(`${READY}${messageOf('0-1', 'created')}id: 0-2\n\n`);
  });

  it.each(['0-9', '7-0', '1', '0-0-0', 'x', '0-0,0-0', '-1', `0-${'9'.repeat(400)}`])(
    'is told to load anew after an id that this engine never gave: %s',
    async (id) => {
      const api = await anApi({ clock: manualClock() });

      const back = await openStream(api, '', '/events', after(id));

      await back.next(`${READY}${MISSED}id: 0-0\n\n`);
    },
  );

  it('is told to load anew when nobody listened in between', async () => {
    const clock = manualClock();
    const api = await anApi({ clock });
    const first = await openStream(api);
    await first.next(`${READY}id: 0-0\n\n`);
    first.request.destroy();
    await untilForgotten(api, clock);

    const back = await openStream(api, '', '/events', after('0-0'));

    await back.next(`${READY}${MISSED}id: 0-1\n\n`);
  });

  it('is told to load anew when the run has gone', async () => {
    const gone = (): never => {
      throw new Error('gone');
    };
    const api = await anApi({ clock: manualClock(), handlers: { 'runs.get': gone } });

    const back = await openStream(api, '?name=a&dagRunId=r', '/events', after('7-7'));

    await back.next(`${READY}${MISSED}id: 0-0\n\n`);
  });
});

describe('a stream of one run that comes back to another engine', () => {
  it('begins with the state of the run and of each node, as events that lead there', async () => {
    const { engine, name, dagRunId } = await runToEnd(`
steps:
  - name: one
    command: echo hello
  - name: two
    command: echo bye
handler_on:
  success:
    command: echo done
  exit:
    command: echo over
`);
    const api = await served(engine);

    const back = await openStream(api, '', `/dag-runs/${name}/latest/events`, after('1-1'));
    const text = await back.until('\nid: ');

    const { dagRun } = await engine.client.call('runs.get', { name, dagRunId });
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(
      ([, data]) => JSON.parse(data ?? '') as EngineEvent,
    );
    expect(events[0]).toMatchObject({ type: 'run.changed', run: { statusLabel: 'succeeded' } });
    expect(events[0]).not.toHaveProperty('run.nodes');
    const nodes = events.filter((one) => one.type === 'node.changed');
    expect(nodes.map(({ index, node }) => [index, node])).toEqual(
      [...dagRun.nodes, dagRun.onSuccess, dagRun.onExit].map((node, index) => [index, node]),
    );
    const logs = events.filter((one) => one.type === 'log.appended');
    expect(logs.map(({ stepName, stream }) => `${stepName} ${stream}`)).toEqual(
      expect.arrayContaining([' stdout', 'one stdout', 'two stderr']),
    );
  });

  it('gets the state of a large run whole, and hears what comes next', async () => {
    const { name, dagRunId, run } = await runToEnd('steps:\n  - command: echo hello\n');
    const large = { ...run.nodes[0], error: 'x'.repeat(40_000) };
    const handlers = { 'runs.get': () => ({ dagRun: { ...run, nodes: Array(40).fill(large) } }) };
    const api = await anApi({ clock: manualClock(), handlers });

    const back = await openStream(api, '', `/dag-runs/${name}/${dagRunId}/events`, after('7-7'));
    await back.until('\nid: 0-0\n\n');
    api.emit({ type: 'run.removed', name, dagRunId });

    await back.next('event: run.removed\nid: 0-1\n');
  });
});
