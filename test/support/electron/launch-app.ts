import { join } from 'node:path';
import { _electron } from 'playwright-core';
import { electronBinary } from '../../../scripts/build/electron-binary.ts';
import { launchOnStandIn } from './launch-on-stand-in.ts';
import type { LaunchedApp, LaunchOptions } from './launched-app.ts';

const projectRoot = join(import.meta.dirname, '..', '..', '..');

/** Starts the built app: on Electron where its binary is installed, on the stand-in elsewhere. */
export function launchApp(options: LaunchOptions): Promise<LaunchedApp> {
  return electronBinary() === null
    ? launchOnStandIn(projectRoot, options)
    : launchOnElectron(options);
}

async function launchOnElectron({ userData, env, args = [] }: LaunchOptions): Promise<LaunchedApp> {
  const inherited = Object.entries(process.env).filter(([, value]) => value !== undefined);
  const app = await _electron.launch({
    args: [projectRoot, `--user-data-dir=${userData}`, ...args],
    env: { ...(Object.fromEntries(inherited) as Record<string, string>), ...env },
  });
  const child = app.process();
  return {
    window: () => app.firstWindow(),
    // Playwright hands over the module as what it calls an object; it is `electron`.
    evaluate: (call, argument) =>
      app.evaluate(call as never, argument) as ReturnType<LaunchedApp['evaluate']> as never,
    exited: new Promise((resolve) => child.once('exit', resolve)),
    kill: () => void child.kill('SIGKILL'),
  };
}
