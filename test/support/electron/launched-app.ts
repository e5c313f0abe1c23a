import type * as Electron from 'electron';
import type { Page } from 'playwright-core';

export interface LaunchOptions {
  /** Folder of Electron's own files; the same one again for a second instance or a next start. */
  readonly userData: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

type ElectronModule = typeof Electron;

/** A running app, whatever it runs on. */
export interface LaunchedApp {
  /** The page of its window, once there is one. */
  readonly window: () => Promise<Page>;
  /** Runs a function inside main. It can use nothing of the test but its argument. */
  readonly evaluate: <T, A>(
    call: (electron: ElectronModule, argument: A) => T | Promise<T>,
    argument: A,
  ) => Promise<T>;
  /** Its exit code, once it has ended. */
  readonly exited: Promise<number | null>;
  readonly kill: () => void;
}
