import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dagwright, homeWith, launch, serve } from '../cli/dagwright.ts';
import { campaign } from '../../support/campaign.ts';

const PAIRS = campaign('DAGWRIGHT_PAIRS', { short: 5, full: 100 });

const lockOf = (home: string): string => join(home, 'data', 'engine.lock');

interface Verdict {
  readonly url: string | null;
  readonly stderr: string;
  readonly exitCode: number | undefined;
}

/** A server that was started: where it serves, or how it ended. */
async function verdictOf(server: ReturnType<typeof launch>): Promise<Verdict> {
  const ready = server.printed(/ready at (http:\S+)/).then(
    ([, url = '']) => ({ url, stderr: '', exitCode: undefined }),
    () => new Promise<never>(() => undefined),
  );
  const ended = server.ended.then(({ stderr, exitCode }) => ({ url: null, stderr, exitCode }));
  return Promise.race([ready, ended]);
}

describe('two engines on one home', () => {
  it(
    `started at once, ${PAIRS} times: exactly one serves, and the other one names it`,
    async () => {
      for (let pair = 0; pair < PAIRS; pair++) {
        const home = homeWith();
        const servers = [0, 1].map(() => launch(['server', '--port', '0'], { home }));
        onTestFinished(() => servers.forEach(({ signal }) => signal('SIGKILL')));

        const verdicts = await Promise.all(servers.map(verdictOf));

        const serving = verdicts.filter(({ url }) => url !== null);
        const refused = verdicts.find(({ url }) => url === null);
        const { pid, startedAt } = JSON.parse(readFileSync(lockOf(home), 'utf8')) as {
          readonly pid: number;
          readonly startedAt: string;
        };
        expect(serving).toHaveLength(1);
        expect(refused?.exitCode).toBe(1);
        expect(refused?.stderr).toContain(
          `Another Dagwright engine (process ${pid}, started ${startedAt}) already serves ${home}/data. Stop it`,
        );
        expect((await fetch(`${serving[0]?.url}/api/v1/health`)).status).toBe(200);
        servers.forEach(({ signal }) => signal('SIGTERM'));
        await Promise.all(servers.map(({ ended }) => ended));
      }
    },
    30_000 + PAIRS * 5000,
  );

  it('do not hinder each other when the first one was killed', async () => {
    const home = homeWith();
    const first = await serve(home);
    first.signal('SIGKILL');
    await first.ended;
    const left = readFileSync(lockOf(home), 'utf8');

    await using second = await serve(home);

    const { status } = await fetch(`${second.url}/api/v1/health`);
    expect(status).toBe(200);
    expect(readFileSync(lockOf(home), 'utf8')).not.toBe(left);
  });

  it.each([
    { what: 'a process that is gone', change: { pid: 2 ** 22 } },
    { what: 'a process of another boot', change: { bootId: 'earlier' } },
    { what: 'a number that another process has now', change: { processStarted: '1' } },
  ])('are never told of $what as the holder', async ({ change }) => {
    const home = homeWith();
    const first = await serve(home);
    const said = JSON.parse(readFileSync(lockOf(home), 'utf8')) as { readonly pid: number };
    first.signal('SIGKILL');
    await first.ended;
    writeFileSync(lockOf(home), JSON.stringify({ ...said, pid: process.pid, ...change }));
    const tool = new SQLite(join(home, 'data', 'engine.db'));
    tool.exec('BEGIN EXCLUSIVE');

    const { stderr, exitCode } = await dagwright(['server', '--port', '0'], { home });
    tool.close();

    expect(stderr).toContain(
      `The database of ${home}/data is in use by an unknown process. Stop it, or set SVC_HOME`,
    );
    expect(stderr).not.toMatch(/process \d/);
    expect(exitCode).toBe(1);
  });
});
