import type { IpcMain, WebContents } from 'electron';
import { z } from 'zod';
import type { SubscribeEvents } from '#contract/events.ts';
import {
  PUSH_CHANNEL,
  SUBSCRIBE_CHANNEL,
  UNSUBSCRIBE_CHANNEL,
  type EngineState,
  type PushMessage,
  type Topic,
} from '#contract/ipc.ts';
import { subscriptionNumber, topic } from './topic.ts';
import type { IsTrustedSender } from './trusted-sender.ts';
import type { WindowCommands } from './window-commands.ts';

type Page = Pick<WebContents, 'send' | 'isDestroyed' | 'once' | 'id'>;

interface ServeEventsOptions {
  readonly ipcMain: Pick<IpcMain, 'on'>;
  readonly engine: {
    readonly subscribe: SubscribeEvents;
    readonly state: () => EngineState;
    readonly onState: (listener: (state: EngineState) => void) => () => void;
  };
  readonly commands: Pick<WindowCommands, 'follow'>;
  readonly isTrustedSender: IsTrustedSender;
}

const subscribeArguments = z.tuple([subscriptionNumber, topic]);
const unsubscribeArguments = z.tuple([subscriptionNumber.nullable()]);

/**
 * Sends a page the events that it asked for. The preload of each new document says "unsubscribe from all" first, so
 * that nothing of the document before it lives on; a page that is destroyed or crashes is cleaned up here.
 */
export function serveEvents(options: ServeEventsOptions): void {
  const { ipcMain, engine, commands, isTrustedSender } = options;
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
    const tell = (message: PushMessage['message']): void => push(page, { subscription, message });
    switch (asked.kind) {
      case 'events':
        return engine.subscribe(asked.filter, tell);
      case 'engine-state':
        tell(engine.state());
        return engine.onState(tell);
      case 'window-commands':
        return commands.follow(page.id, tell);
    }
  }
}

interface Following {
  readonly page: Page;
  readonly subscription: number;
  readonly asked: Topic;
}

function push(page: Page, message: PushMessage): void {
  // Between the end of a page and its `destroyed` an event may still arrive.
  if (!page.isDestroyed()) page.send(PUSH_CHANNEL, message);
}
