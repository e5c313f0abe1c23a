import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { App } from 'electron';
import { closeBrowser, openBrowser } from './browser.ts';
import { PreventableEvent } from './event.ts';
import { InstanceLock } from './instance-lock.ts';
import { reportToTest } from './report-to-test.ts';

type Used = Pick<
  App,
  | 'enableSandbox'
  | 'exit'
  | 'getAppPath'
  | 'getPath'
  | 'isPackaged'
  | 'quit'
  | 'requestSingleInstanceLock'
  | 'whenReady'
>;

class AppStandIn extends EventEmitter implements Used {
  readonly isPackaged = false;
  readonly #userData = userDataFolder();
  readonly #lock = new InstanceLock(this.#userData);
  #ready: Promise<void> | null = null;
  #hasQuit = false;
  /** Set by index.ts: windows import this file, so it cannot import them. */
  closeWindows: () => boolean = () => true;

  readonly enableSandbox = (): void => undefined;
  // out/main/index.js lies two folders below the root of the app.
  readonly getAppPath = (): string => dirname(dirname(dirname(process.argv[1] ?? '')));
  readonly whenReady = (): Promise<void> => (this.#ready ??= this.#open());
  readonly exit = (exitCode = 0): void => void this.#end(exitCode);

  getPath(name: Parameters<App['getPath']>[0]): string {
    if (name !== 'userData') throw new Error(`The stand-in has no ${name} folder.`);
    return this.#userData;
  }

  requestSingleInstanceLock(): boolean {
    return this.#lock.take((argv, cwd) => this.emit('second-instance', {}, argv, cwd));
  }

  quit(): void {
    if (this.#hasQuit) return;
    const event = new PreventableEvent();
    this.emit('before-quit', event);
    if (event.defaultPrevented || !this.closeWindows()) return;
    const lastEvent = new PreventableEvent();
    this.emit('will-quit', lastEvent);
    if (lastEvent.defaultPrevented) return;
    this.#hasQuit = true;
    this.emit('quit', {}, 0);
    void this.#end(0);
  }

  async #open(): Promise<void> {
    reportToTest({
      kind: 'browser',
      endpoint: await openBrowser(join(this.#userData, 'chromium')),
    });
    this.emit('ready');
  }

  async #end(exitCode: number): Promise<void> {
    // An app that ends before it is ready has started no Chromium.
    await this.#ready;
    await closeBrowser();
    process.exit(exitCode);
  }
}

/** Chromium's own switch, which Electron knows as well. */
function userDataFolder(): string {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: { 'user-data-dir': { type: 'string' } },
    strict: false,
  });
  const folder = values['user-data-dir'];
  if (typeof folder !== 'string') return mkdtempSync(join(tmpdir(), 'electron-'));
  mkdirSync(folder, { recursive: true });
  return folder;
}

export const app = new AppStandIn();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
