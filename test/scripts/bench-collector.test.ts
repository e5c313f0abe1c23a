import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const collector = pathToFileURL(join(import.meta.dirname, '../../scripts/bench/collector.ts')).href;

it('has a process collect what nothing refers to when it is told to', async () => {
  const script = `
    globalThis.registry = new FinalizationRegistry(() => process.exit(7));
    registry.register({}, null);
    setInterval(() => undefined, 1000);
    console.log(process.env.NODE_OPTIONS ?? 'none');
  `;
  const env = { ...process.env, NODE_OPTIONS: `--import=${collector}` };
  const child = spawn(process.execPath, ['-e', script], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [passedOn] = await once(createInterface(child.stdout), 'line');

  child.kill('SIGUSR2');

  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await once(child, 'exit')).toEqual([7, null]);
  expect(passedOn).toBe('none');
});
