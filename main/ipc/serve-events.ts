import type { IpcMain, WebContents } from 'electron';
import { z } from 'zod';
import type { SubscribeEvents } from '#contract/events.ts';
import {
  EVENT_CHANNEL,
  SHELL_CHANNEL,
  SUBSCRIBE_CHANNEL,
  UNSUBSCRIBE_CHANNEL,
  type EngineState,
  type EventMessage,
} from '#contract/ipc.ts';
import type { StateMessage } from './state-message.ts';
import { subscriptionNumber, topic, type Topic } from './topic.ts';
import type { IsTrustedSender } from './trusted-sender.ts';

type Page = Pick<WebContents, 'send' | 'isDestroyed' | 'once' | 'id'>;

interface ServeEventsOptions {
  readonly ipcMain: Pick<IpcMain, 'on'>;
  readonly engine: {
    readonly subscribe: SubscribeEvents;
    readonly state: () => EngineState;
    readonly onState: (listener: (state: EngineState) => void) => () => void;
  };
  readonly isTrustedSender: IsTrustedSender;
}

const subscribeArguments = z.tuple([subscriptionNumber, topic]);
const unsubscribeArguments = z.tuple([subscriptionNumber.nullable()]);

/**
 * Sends a page the events that it asked for. The preload of each new document says "unsubscribe from all" first, so
 * that nothing of the document before it lives on; a page that is destroyed or crashes is cleaned up here.
 */
export function serveEvents({ ipcMain, engine, isTrustedSender }: ServeEventsOptions): void {
  const pages = new Map<number, Map<number, () => void>>();

  ipcMain.on(SUBSCRIBE_CHANNEL, (event, ...sent: unknown[]) => {
    const checked = subscribeArguments.safeParse(sent);
    if (!isTrustedSender(event) || !checked.success) return;
    const [subscription, asked] = checked.data;
    const ends = subscriptionsOf(event.sender);
    ends.get(subscription)?.();
    ends.set(subscription, follow({ page: event.sender, subscription, asked }));
  });

  ipcMain.on(UNSUBSCRIBE_CHANNEL, (event, ...sent: unknown[]) => {
    const checked = unsubscribeArguments.safeParse(sent);
    if (!isTrustedSender(event) || !checked.success) return;
    const [subscription] = checked.data;
    if (subscription === null) return endAll(event.sender.id);
    const ends = pages.get(event.sender.id);
    ends?.get(subscription)?.();
    ends?.delete(subscription);
  });

  function subscriptionsOf(page: Page): Map<number, () => void> {
    const known = pages.get(page.id);
    if (known !== undefined) return known;
    const ends = new Map<number, () => void>();
    // A page that is destroyed does not even tell its id.
    const { id } = page;
    pages.set(id, ends);
    page.once('destroyed', () => {
      endAll(id);
      pages.delete(id);
    });
    page.once('render-process-gone', () => endAll(id));
    return ends;
  }

  function endAll(pageId: number): void {
    for (const end of pages.get(pageId)?.values() ?? []) end();
    pages.get(pageId)?.clear();
  }

  function follow({ page, subscription, asked }: Following): () => void {
    if (asked.kind === 'events') {
      return engine.subscribe(asked.filter, (event) =>
        push(page, EVENT_CHANNEL, { subscription, event }),
      );
    }
    const tell = (state: EngineState) => push(page, SHELL_CHANNEL, { subscription, state });
    tell(engine.state());
    return engine.onState(tell);
  }
}

interface Following {
  readonly page: Page;
  readonly subscription: number;
  readonly asked: Topic;
}

function push(page: Page, channel: string, message: EventMessage | StateMessage): void {
  // Between the end of a page and its `destroyed` an event may still arrive.
  if (!page.isDestroyed()) page.send(channel, message);
}
