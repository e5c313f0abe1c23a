import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { EngineEvent, EventFilter, EventListener } from '#contract/events.ts';
import {
  PUSH_CHANNEL,
  SUBSCRIBE_CHANNEL,
  UNSUBSCRIBE_CHANNEL,
  type EngineState,
} from '#contract/ipc.ts';
import { serveEvents } from '../../../main/ipc/serve-events.ts';
import { isTrustedSender } from '../../../main/ipc/trusted-sender.ts';
import { createWindowCommands } from '../../../main/ipc/window-commands.ts';
import { foreignPage, frame, ourPage } from './frames.ts';

const removed: EngineEvent = { type: 'run.removed', name: 'etl', dagRunId: '1' };
const events = (filter: EventFilter = {}) => ({ kind: 'events', filter });

/** A page that tells nothing more once it is gone, as Electron's. */
class FakePage extends EventEmitter {
  readonly #id: number;
  readonly got: unknown[] = [];
  isGone = false;

  constructor(id: number) {
    super();
    this.#id = id;
  }

  get id(): number {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    return this.#id;
  }

  send(channel: string, message: unknown): void {
    this.got.push([channel, message]);
  }

  isDestroyed(): boolean {
    return this.isGone;
  }
}

/** Pages on one side, an engine on the other, and the served channels between them. */
function servedEvents() {
  const ipcMain = new EventEmitter();
  const listeners = new Map<EventListener, EventFilter>();
  const stateListeners = new Set<(state: EngineState) => void>();
  const commands = createWindowCommands();
  serveEvents({
    ipcMain: ipcMain as never,
    engine: {
      subscribe: (filter, listener) => {
        listeners.set(listener, filter);
        return () => void listeners.delete(listener);
      },
      state: () => ({ phase: 'starting' }),
      onState: (listener) => {
        stateListeners.add(listener);
        return () => void stateListeners.delete(listener);
      },
    },
    commands,
    isTrustedSender,
  });
  const from =
    (channel: string) =>
    (sender: FakePage, args: unknown[], senderFrame: object | null = ourPage) =>
      ipcMain.emit(channel, { sender, senderFrame }, ...args);
  return {
    commands,
    subscribe: from(SUBSCRIBE_CHANNEL),
    unsubscribe: from(UNSUBSCRIBE_CHANNEL),
    filters: () => [...listeners.values()],
    following: () => listeners.size + stateListeners.size,
    publish: (event: EngineEvent) => [...listeners.keys()].forEach((listener) => listener(event)),
    become: (state: EngineState) => stateListeners.forEach((listener) => listener(state)),
  };
}

describe('serveEvents', () => {
  it('sends an event to the page that asked for it, and to no other', () => {
    const served = servedEvents();
    const [asking, other] = [new FakePage(1), new FakePage(2)];

    served.subscribe(asking, [5, events({ name: 'etl' })]);
    served.subscribe(other, [5, { kind: 'engine-state' }]);
    served.publish(removed);

    expect(served.filters()).toEqual([{ name: 'etl' }]);
    expect(asking.got).toEqual([[PUSH_CHANNEL, { subscription: 5, message: removed }]]);
    expect(other.got).not.toContainEqual([PUSH_CHANNEL, { subscription: 5, message: removed }]);
  });

  it('tells how the engine is at once and whenever that changes', () => {
    const served = servedEvents();
    const page = new FakePage(1);

    served.subscribe(page, [1, { kind: 'engine-state' }]);
    served.become({ phase: 'ready', url: 'http://127.0.0.1:8080' });

    expect(page.got).toEqual([
      [PUSH_CHANNEL, { subscription: 1, message: { phase: 'starting' } }],
      [
        PUSH_CHANNEL,
        { subscription: 1, message: { phase: 'ready', url: 'http://127.0.0.1:8080' } },
      ],
    ]);
  });

  it('passes on what is asked of a page, at once and what was asked before it listened', () => {
    const { commands, subscribe } = servedEvents();
    const [page, other] = [new FakePage(1), new FakePage(2)];

    commands.send(page, { kind: 'search' });
    commands.send(page, { kind: 'new-dag' });
    subscribe(other, [1, { kind: 'window-commands' }]);
    subscribe(page, [3, { kind: 'window-commands' }]);
    commands.send(page, { kind: 'search' });

    expect(other.got).toEqual([]);
    expect(page.got).toEqual(
      [{ kind: 'search' }, { kind: 'new-dag' }, { kind: 'search' }].map((message) => [
        PUSH_CHANNEL,
        { subscription: 3, message },
      ]),
    );
  });

  it('keeps what is asked between two documents of a page for the second', () => {
    const { commands, subscribe, unsubscribe } = servedEvents();
    const page = new FakePage(1);
    subscribe(page, [1, { kind: 'window-commands' }]);

    unsubscribe(page, [null]);
    commands.send(page, { kind: 'search' });
    expect(page.got).toEqual([]);
    subscribe(page, [1, { kind: 'window-commands' }]);

    const told = [[PUSH_CHANNEL, { subscription: 1, message: { kind: 'search' } }]];
    expect(page.got).toEqual(told);
    unsubscribe(page, [null]);
    subscribe(page, [1, { kind: 'window-commands' }]);

    expect(page.got).toEqual(told);
    expect(page.listenerCount('destroyed')).toBe(2);
  });

  it('forgets what was asked of a page that closes', () => {
    const { commands, subscribe } = servedEvents();
    const page = new FakePage(1);
    commands.send(page, { kind: 'search' });

    page.emit('destroyed');
    subscribe(page, [1, { kind: 'window-commands' }]);

    expect(page.got).toEqual([]);
  });

  it.each([
    { case: 'a page from elsewhere', senderFrame: foreignPage },
    { case: 'a frame inside ours', senderFrame: frame('app://dagwright/', { isInside: true }) },
    { case: 'a frame that is gone', senderFrame: null },
  ])('lets $case neither subscribe nor unsubscribe', ({ senderFrame }) => {
    const served = servedEvents();
    const page = new FakePage(1);

    served.subscribe(page, [1, events()], senderFrame);
    expect(served.following()).toBe(0);
    served.subscribe(page, [1, events()]);
    served.unsubscribe(page, [null], senderFrame);
    expect(served.following()).toBe(1);
  });

  it.each([
    { args: [] },
    { args: [1] },
    { args: ['1', events()] },
    { args: [0, events()] },
    { args: [1.5, events()] },
    { args: [1, { kind: 'everything' }] },
    { args: [1, { kind: 'events' }] },
    { args: [1, { kind: 'events', filter: { name: 5 } }] },
    { args: [1, events(), 'more'] },
  ])('ignores a subscription to $args', ({ args }) => {
    const served = servedEvents();

    served.subscribe(new FakePage(1), args);

    expect(served.following()).toBe(0);
  });

  it('ends one subscription by its number', () => {
    const served = servedEvents();
    const page = new FakePage(1);
    served.subscribe(page, [1, events({ name: 'a' })]);
    served.subscribe(page, [2, events({ name: 'b' })]);

    served.unsubscribe(page, [1]);
    served.unsubscribe(page, [1]);

    expect(served.filters()).toEqual([{ name: 'b' }]);
  });

  it('replaces a subscription whose number is used again', () => {
    const served = servedEvents();
    const page = new FakePage(1);

    served.subscribe(page, [1, events({ name: 'a' })]);
    served.subscribe(page, [1, events({ name: 'b' })]);

    expect(served.filters()).toEqual([{ name: 'b' }]);
  });

  it.each([
    {
      end: 'its next document begins',
      by: (served: ReturnType<typeof servedEvents>, page: FakePage) =>
        void served.unsubscribe(page, [null]),
    },
    {
      end: 'its window is closed',
      by: (_served: unknown, page: FakePage) => {
        page.isGone = true;
        page.emit('destroyed');
      },
    },
    {
      end: 'its process crashes',
      by: (_served: unknown, page: FakePage) => void page.emit('render-process-gone'),
    },
  ])('ends everything that a page follows when $end', ({ by }) => {
    const served = servedEvents();
    const page = new FakePage(1);
    const other = new FakePage(2);
    served.subscribe(page, [1, events()]);
    served.subscribe(page, [2, { kind: 'engine-state' }]);
    served.subscribe(other, [1, events({ name: 'other' })]);

    by(served, page);

    expect(served.filters()).toEqual([{ name: 'other' }]);
    expect(served.following()).toBe(1);
  });

  it('sends nothing to a page that is being destroyed', () => {
    const served = servedEvents();
    const page = new FakePage(1);
    served.subscribe(page, [1, events()]);

    page.isGone = true;
    served.publish(removed);

    expect(page.got).toEqual([]);
  });
});
