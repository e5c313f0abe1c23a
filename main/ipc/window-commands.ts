import type { WindowCommand } from '#contract/ipc.ts';

interface Page {
  readonly id: number;
  readonly once: (event: 'destroyed', listener: () => void) => unknown;
}

/** The way from what stands outside of a page (menus, links, notifications) to the page of a window. */
export interface WindowCommands {
  /** Asks it of a page, as soon as that listens: its window may have been opened for this. */
  readonly send: (page: Page, command: WindowCommand) => void;
  /** Takes what is asked of a page, what waits first. Returns the end; what is asked then waits for the next document. */
  readonly follow: (pageId: number, listener: (command: WindowCommand) => void) => () => void;
}

/** The window commands of an app: what is asked of a page that does not listen yet waits for it. */
export function createWindowCommands(): WindowCommands {
  const listeners = new Map<number, (command: WindowCommand) => void>();
  const waiting = new Map<number, readonly WindowCommand[]>();
  return {
    send: (page, command) => {
      const { id } = page;
      const listener = listeners.get(id);
      if (listener !== undefined) return listener(command);
      if (!waiting.has(id)) page.once('destroyed', () => waiting.delete(id));
      waiting.set(id, [...(waiting.get(id) ?? []), command]);
    },
    follow: (pageId, listener) => {
      listeners.set(pageId, listener);
      for (const command of waiting.get(pageId) ?? []) listener(command);
      // Its end is listened for once, so its place stays.
      if (waiting.has(pageId)) waiting.set(pageId, []);
      return () => {
        if (listeners.get(pageId) === listener) listeners.delete(pageId);
      };
    },
  };
}
