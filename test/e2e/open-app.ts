import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Bridge } from '#contract/ipc.ts';
import { launchApp } from '../support/electron/launch-app.ts';
import type { LaunchedApp } from '../support/electron/launched-app.ts';
import { temporaryFolder } from '../support/home.ts';

export interface OpenApp extends LaunchedApp {
  readonly page: Page;
  readonly home: string;
  readonly userData: string;
  /** Calls the engine as the page does. */
  readonly call: (name: string, input: object) => Promise<unknown>;
  /** The process of the engine that serves now. */
  readonly enginePid: () => number;
  /** Ends it without a question, if it has not ended by itself. */
  readonly close: () => Promise<void>;
}

interface Folders {
  readonly home?: string;
  readonly userData?: string;
  readonly args?: readonly string[];
}

/** The whole app on a home of its own; on those of an earlier start where they are given. */
export async function openApp(folders: Folders = {}): Promise<OpenApp> {
  const { home = temporaryFolder('home'), userData = temporaryFolder('user-data') } = folders;
  const { args = ['--port', '0'] } = folders;
  const app = await launchApp({ userData, env: { SVC_HOME: home }, args });
  const page = await app.window().catch((error: unknown) => {
    app.kill();
    throw error;
  });
  return {
    ...app,
    page,
    home,
    userData,
    call: (name, input) => page.evaluate(callBridge, { name, input }),
    enginePid: () => JSON.parse(readFileSync(join(home, 'data/engine.json'), 'utf8')).pid,
    close: async () => {
      await app.evaluate(({ app }) => app.exit(0), null).catch(() => undefined);
      await app.exited;
    },
  };
}

async function callBridge({ name, input }: { name: string; input: object }): Promise<unknown> {
  const { dagwright } = globalThis as unknown as { dagwright: Bridge };
  const result = await dagwright.call(name, input);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
