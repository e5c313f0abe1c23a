import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Config } from '../../engine/config/config.ts';

/** Starts an engine on a home and kills it after a while, in whatever it is doing then. */
export async function killedStart(config: Config, afterMs: number): Promise<void> {
  const child = fork(join(import.meta.dirname, 'engine-process.ts'), [JSON.stringify(config)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  await delay(afterMs);
  child.kill('SIGKILL');
  await exited;
}
