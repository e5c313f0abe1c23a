import { EventEmitter } from 'node:events';
import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent } from 'electron';

type Handler = Parameters<IpcMain['handle']>[1];

class IpcMainStandIn extends EventEmitter implements Pick<IpcMain, 'handle'> {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    this.#handlers.set(channel, handler);
  }

  /** What `ipcRenderer.invoke` of a page gets: a copy of the answer, or an error with nothing but a message. */
  async invoke(channel: string, event: IpcMainInvokeEvent, args: unknown[]): Promise<unknown> {
    try {
      const handler = this.#handlers.get(channel);
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
      return structuredClone(await handler(event, ...args));
    } catch (error) {
      throw new Error(`Error invoking remote method '${channel}': ${String(error)}`);
    }
  }

  receive(channel: string, event: IpcMainEvent, args: unknown[]): void {
    this.emit(channel, event, ...args);
  }
}

export const ipcMain = new IpcMainStandIn();
