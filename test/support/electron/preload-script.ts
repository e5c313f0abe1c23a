import { readFileSync } from 'node:fs';

/** The name under which a new document finds the way to main; it takes it and removes the name. */
export const BINDING = '__electronStandIn';

/**
 * The script that a window runs before its page: the built preload, with the parts of `electron` that a sandboxed one
 * may require. What it exposes is frozen, and nothing else of this is left in the page.
 */
export function preloadScript(file: string): string {
  return `(${around.toString()})((require, exports, module) => {\n${readFileSync(file, 'utf8')}\n}, '${BINDING}');`;
}

type Preload = (require: (name: string) => unknown, exports: object, module: object) => void;
type Call = (message: object) => Promise<unknown>;
type Listener = (event: object, ...args: unknown[]) => void;

/** Runs in the page, as text: it can use nothing of this file. */
function around(preload: Preload, binding: string): void {
  const page = globalThis as unknown as Record<string, unknown> & { window: object; top: object };
  const call = page[binding] as Call;
  delete page[binding];
  // Without nodeIntegrationInSubFrames a preload runs for the page alone, not for frames in it.
  if (page.window !== page.top) return;

  const listeners = new Map<string, Listener[]>();
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) => call({ kind: 'invoke', channel, args }),
    send: (channel: string, ...args: unknown[]) => void call({ kind: 'send', channel, args }),
    on: (channel: string, listener: Listener) =>
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
  };
  const contextBridge = {
    exposeInMainWorld: (name: string, api: object) =>
      Object.defineProperty(page, name, { value: Object.freeze(api), enumerable: true }),
  };
  const receive = async () => {
    for (;;) {
      const messages = (await call({ kind: 'receive' })) as { channel: string; args: unknown[] }[];
      for (const { channel, args } of messages) {
        for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
      }
    }
  };

  preload(
    (name) => {
      if (name !== 'electron') throw new Error(`module not found: ${name}`);
      return { contextBridge, ipcRenderer };
    },
    {},
    {},
  );
  // It ends when the document does.
  receive().catch(() => undefined);
}
