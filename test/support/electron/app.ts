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
  | 'isReady'
  | 'quit'
  | 'requestSingleInstanceLock'
  | 'whenReady'
>;

class AppStandIn extends EventEmitter implements Used {
  readonly isPackaged = false;
  readonly #userData = userDataFolder();
  readonly #lock = new InstanceLock(this.#userData);
  // Set for good once the app is there; `whenReady` before that is how it comes.
  #isReady = false;
  #ready: Promise<void> | null = null;
  #hasQuit = false;
  /** Set by index.ts: windows import this file, so it cannot import them. */
  closeWindows: () => boolean = () => true;

  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() comes before the app is ready.');
  }

  getAppPath(): string {
    // out/main/index.js lies two folders below the root of the app.
    return dirname(dirname(dirname(process.argv[1] ?? '')));
  }

  isReady(): boolean {
    return this.#isReady;
  }

  whenReady(): Promise<void> {
    return (this.#ready ??= this.#open());
  }

  exit(exitCode = 0): void {
    void this.#end(exitCode);
  }

  getPath(name: Parameters<App['getPath']>[0]): string {
    if (name !== 'userData') throw new Error(`The stand-in has no ${name} folder.`);
    return this.#userData;
  }

  requestSingleInstanceLock(): boolean {
    return this.#lock.take((argv, cwd) =>
      this.emit('second-instance', new PreventableEvent(), argv, cwd),
    );
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
    void this.#end(0);
  }

  async #open(): Promise<void> {
    reportToTest({
      kind: 'browser',
      endpoint: await openBrowser(join(this.#userData, 'chromium')),
    });
    this.#isReady = true;
    this.emit('ready', new PreventableEvent(), {});
  }

  async #end(exitCode: number): Promise<void> {
    this.emit('quit', new PreventableEvent(), exitCode);
    // An app that ends before it is ready has started no Chromium.
    await this.#ready;
    await closeBrowser();
    process.exit(exitCode);
  }
}

/** Refuses what Electron has only once the app is ready. */
export function requireReady(what: string): void {
  if (!app.isReady()) throw new Error(`${what} cannot be used before the app is ready.`);
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
