import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/home.ts';

const collector = pathToFileURL(join(import.meta.dirname, '../../scripts/bench/collector.ts')).href;

it('has a process tell what it refers to when it is asked', async () => {
  const file = join(temporaryFolder(), 'kept');
  const script = `
    globalThis.held = 'x'.repeat(8).split('').map(() => Buffer.alloc(1024 * 1024));
    setInterval(() => undefined, 1000);
    process.on('SIGUSR2', () => process.exit(7));
    console.log(JSON.stringify([process.env.NODE_OPTIONS, process.env.DAGWRIGHT_BENCH_KEPT]));
    for (let i = 0; i < 64; i += 1) Buffer.alloc(1024 * 1024);
  `;
  const options = { NODE_OPTIONS: `--import=${collector}`, DAGWRIGHT_BENCH_KEPT: file };
  const child = spawn(process.execPath, ['-e', script], {
    env: { ...process.env, ...options },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const [passedOn] = await once(createInterface(child.stdout), 'line');

  child.kill('SIGUSR2');

  expect(await ended).toEqual([7, null]);
  const keptMb = Number(readFileSync(file, 'utf8')) / 1024 / 1024;
  expect(keptMb).toBeGreaterThan(8);
  expect(keptMb).toBeLessThan(64);
  expect(JSON.parse(passedOn)).toEqual([null, null]);
});
