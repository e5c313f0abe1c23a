import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { electronBinary } from '../../scripts/build/electron-binary.ts';
import { temporaryFolder } from '../support/home.ts';
import { buildApp, projectRoot } from '../support/build-app.ts';

const SLOW = 60_000;

interface Started {
  readonly child: ChildProcess;
  /** What it has written so far, on both streams. */
  readonly text: () => string;
  readonly exited: Promise<number | null>;
  /** The address that it answers at, once it has said so. */
  readonly url: () => Promise<string>;
}

function start(args: readonly string[], home = temporaryFolder('home')): Started {
  const child = spawn(process.execPath, [join(projectRoot, 'scripts/start.ts'), ...args], {
    env: { ...process.env, SVC_HOME: home, NO_COLOR: '1' },
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (text += chunk));
  onTestFinished(() => void child.kill('SIGKILL'));
  const address = () => /ready at (http:\S+)/.exec(text)?.[1];
  return {
    child,
    text: () => text,
    exited: new Promise((resolve) => child.once('exit', resolve)),
    url: async () => {
      await expect.poll(address).toBeDefined();
      return address() ?? '';
    },
  };
}

// With Electron's program it opens a window instead.
describe.skipIf(electronBinary() !== null)('npm start without Electron', () => {
  beforeAll(buildApp, SLOW);

  it('says why there is no window, and serves the page and the interface to a browser', async () => {
    const started = start(['--port', '0']);

    const url = await started.url();
    const page = await fetch(url);
    const health = await fetch(`${url}/api/v1/health`);

    expect(started.text()).toContain('starts without its window');
    expect(started.text()).toContain('npx install-electron');
    expect(await page.text()).toContain('<div id="root">');
    expect(await health.json()).toMatchObject({ status: 'healthy' });
  });

  it('makes the first administrator, and measures itself', async () => {
    const home = temporaryFolder('home');
    writeFileSync(join(home, 'config.yaml'), 'auth: { mode: builtin }\n');
    const url = await start(['--port', '0'], home).url();

    const made = await fetch(`${url}/api/v1/auth/setup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'ada', password: 'correct horse' }),
    });
    const { token } = (await made.json()) as { token: string };
    const headers = { Authorization: `Bearer ${token}` };
    const metrics = await fetch(`${url}/api/v1/metrics`, { headers });

    expect(made.status).toBe(200);
    expect(await metrics.text()).toContain('process_cpu_seconds_total');
  });

  it('does not begin to download Electron', async () => {
    const started = start(['--port', '0']);

    await started.url();

    expect(started.text()).not.toContain('Downloading');
    expect(existsSync(join(projectRoot, 'node_modules/electron/dist'))).toBe(false);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends in order on %s', async (signal) => {
    const started = start(['--port', '0']);
    await started.url();

    started.child.kill(signal);

    expect(await started.exited).toBe(0);
    expect(started.text()).toContain('Stopped.');
  });

  it('names the program that holds its port, and fails', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.once('listening', resolve));
    onTestFinished(() => void holder.close());
    const { port } = holder.address() as AddressInfo;

    const started = start(['--port', String(port)]);

    expect(await started.exited).toBe(1);
    expect(started.text()).toContain(`Port ${port} on 127.0.0.1 is already in use`);
  });

  it('names the engine that holds its home, and fails', async () => {
    const home = temporaryFolder('home');
    const first = start(['--port', '0'], home);
    await first.url();

    const second = start(['--port', '0'], home);

    expect(await second.exited).toBe(1);
    expect(second.text()).toMatch(/Another Dagwright engine.* already serves/);
  });
});
