import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../engine/lib/clock.ts';
import { nextTurn } from '../../../engine/lib/next-turn.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { anEngine, endOf, eventually, runToEnd, untilLogHolds } from '../../support/engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { isAlive } from '../../support/processes.ts';
import { homeWith, serve } from '../cli/dagwright.ts';

const untilGo = (folder: string): string =>
  `steps: [{name: s, command: "echo begun; until [ -e ${folder}/go ]; do sleep 0.02; done"}]`;
const spec = 'steps: [echo hi]';

async function ask(url: string, path: string, body?: unknown) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('an engine that is told to stop', () => {
  it('refuses new work and says so, answers who waits, and lets steps live', async () => {
    const folder = temporaryFolder();
    const home = homeWith({ slow: untilGo(folder), daily: spec });
    const server = await serve(home);
    const waiting = ask(server.url, '/dags/slow/start-sync', { timeout: 60, dagRunId: 'one' });
    await eventually(
      async () => (await ask(server.url, '/dag-runs/slow/one')).status === 200,
      'the run is there',
    );

    server.signal('SIGTERM');
    await server.printed(/Stopping…/);
    const [health, refused, list] = await Promise.all([
      ask(server.url, '/health'),
      ask(server.url, '/dags/daily/start', {}),
      ask(server.url, '/dag-runs'),
    ]);
    writeFileSync(join(folder, 'go'), '');
    const answer = await waiting;
    const { exitCode } = await server.ended;

    expect(health).toMatchObject({
      status: 503,
      body: { status: 'unhealthy', error: 'The engine is stopping.' },
    });
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'service_unavailable', message: 'The engine is stopping.' },
    });
    expect(list.status).toBe(200);
    expect(answer).toMatchObject({ status: 200, body: { dagRun: { statusLabel: 'succeeded' } } });
    expect(exitCode).toBe(0);
    expect(existsSync(join(home, 'data', 'engine.json'))).toBe(false);
    expect(existsSync(join(home, 'data', 'engine.lock'))).toBe(false);
  });

  it('does not wait longer than a few seconds for an answer', async () => {
    const folder = temporaryFolder();
    const home = homeWith({ slow: untilGo(folder) });
    const server = await serve(home);
    const waiting = ask(server.url, '/dags/slow/start-sync', { timeout: 600, dagRunId: 'one' });
    await eventually(
      async () => (await ask(server.url, '/dag-runs/slow/one')).status === 200,
      'the run is there',
    );

    server.signal('SIGTERM');
    const [answer, { stdout, exitCode }] = await Promise.all([waiting, server.ended]);
    writeFileSync(join(folder, 'go'), '');

    expect(answer).toMatchObject({ status: 408, body: { code: 'timeout', dagRunId: 'one' } });
    expect(stdout).toContain('Stopped. 1 step keeps running');
    expect(exitCode).toBe(0);
  });

  it('has committed all that was answered, and its successor goes on with the steps', async () => {
    const folder = temporaryFolder();
    const config = temporaryConfig();
    const first = await anEngine({ config });
    const starts = Array.from({ length: 20 }, (_, index) =>
      first.client.call('runs.start', {
        spec: untilGo(folder),
        name: 'slow',
        dagRunId: `run-${index}`,
      }),
    );
    // They have been admitted, and are on their way to the disk.
    await nextTurn();

    const [answers, stepsLeft] = await Promise.all([Promise.all(starts), first.stop()]);
    const second = await anEngine({ config });
    const { dagRuns } = await second.client.call('runs.list', {});
    writeFileSync(join(folder, 'go'), '');
    const ends = await Promise.all(
      answers.map(({ dagRunId }) => endOf({ engine: second, name: 'slow', dagRunId })),
    );

    expect(dagRuns).toHaveLength(20);
    expect(stepsLeft).toBe(20);
    expect(ends.map(({ run }) => run.statusLabel)).toEqual(Array(20).fill('succeeded'));
  });

  it('stops once, however often it is told', async () => {
    const engine = await anEngine();
    await runToEnd(spec, { engine });

    const stops = await Promise.all([engine.drain(), engine.stop(), engine.stop(), engine.drain()]);

    expect(stops[1]).toBe(stops[2]);
    await expect(engine.client.call('system.health', {})).rejects.toMatchObject({
      code: 'service_unavailable',
      message: 'The engine has stopped.',
    });
  });
});

describe('`max_clean_up_time_sec`', () => {
  const deaf = (seconds: number, file: string): string =>
    `max_clean_up_time_sec: ${seconds}\nsteps:\n  - name: s\n    command: |\n      trap '' TERM\n      echo $$ > ${file}\n      echo begun\n      while :; do sleep 0.05; done\n`;

  it('is how long a step that ignores the stop has before it is killed', async () => {
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'pid');
    let endGrace: (() => void) | undefined;
    const clock: Clock = {
      ...systemClock,
      after: (delayMs, callback) => {
        if (delayMs !== 17_000) return systemClock.after(delayMs, callback);
        endGrace = callback;
        return () => undefined;
      },
    };
    const engine = await anEngine({ clock });
    const { dagRunId } = await engine.client.call('runs.start', {
      spec: deaf(17, file),
      name: 'deaf',
    });
    const started = { engine, name: 'deaf', dagRunId };
    await untilLogHolds(started, 's', 'begun');
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);

    await engine.client.call('runs.stop', { name: 'deaf', dagRunId });
    const livesOn = isAlive(pid);
    endGrace?.();
    const { run } = await endOf(started);

    expect(livesOn).toBe(true);
    expect(run.statusLabel).toBe('aborted');
    expect(isAlive(pid)).toBe(false);
  });
});
