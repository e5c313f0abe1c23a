import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import type { EngineClient } from '../../../engine/contract/client.ts';
import { EngineError } from '../../../engine/contract/errors.ts';
import { handlersThatRan, type RunDetail } from '../../../engine/contract/run.ts';
import { createEngine } from '../../../engine/index.ts';
import type { Clock } from '../../../engine/lib/clock.ts';
import { StartError } from '../../../engine/lib/start-error.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import {
  anEngine,
  endProcessesOf,
  eventually,
  hasEnded,
  silentLogger,
  type TestEngine,
} from '../../support/engine.ts';
import { campaign } from '../../support/campaign.ts';
import { temporaryConfig } from '../../support/home.ts';
import type { FaultKind, FaultyDisk } from './faulty-disk.ts';

const disks = vi.hoisted(() => ({
  database: null as FaultyDisk | null,
  files: null as FaultyDisk | null,
}));

vi.mock('better-sqlite3', async (importOriginal) => {
  const { FaultyDisk: Disk } = await import('./faulty-disk.ts');
  disks.database = new Disk();
  const real = await importOriginal<{ default: typeof SQLite }>();
  return { default: disks.database.sqlite(real.default) };
});
vi.mock('node:fs', async (importOriginal) => {
  const { FaultyDisk: Disk } = await import('./faulty-disk.ts');
  disks.files ??= new Disk();
  return disks.files.fs(await importOriginal());
});
vi.mock('node:fs/promises', async (importOriginal) => {
  const { FaultyDisk: Disk } = await import('./faulty-disk.ts');
  disks.files ??= new Disk();
  return disks.files.fsPromises(await importOriginal());
});

/** Whether each write is refused in turn; otherwise those of a sample. */
const ALL = campaign('DAGWRIGHT_ALL_FAULTS', { short: 0, full: 1 }) === 1;
const SAMPLE = 5;

/** Waits of the engine for a disk are shorter here; nothing else takes as long. */
const hastyClock: Clock = {
  ...systemClock,
  after: (delayMs, callback) =>
    systemClock.after(delayMs >= 500 && delayMs <= 10_000 ? delayMs / 20 : delayMs, callback),
};

const long = '# A long script, so that it needs a file of its own.\n'.repeat(20);
const stored = `
handler_on: { exit: { command: echo over } }
steps:
  - name: first
    command: echo hello
    output: WORD
  - name: second
    script: |
${long.replace(/^/gm, '      ')}
      [ "$WORD" = hello ]
`;
const caller = `steps: [{name: ask, call: child}]\n---\nname: child\nsteps: [{command: "true"}]\n`;
const endless = 'steps: [{name: wait, command: "while :; do sleep 0.05; done"}]';
const expected = { one: 'succeeded', two: 'succeeded', called: 'succeeded', stopped: 'aborted' };
type RunName = keyof typeof expected;

/** Asks until the disk lets it, as a person would. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      const isRefusal = error instanceof EngineError && error.code === 'service_unavailable';
      if (!isRefusal || attempt > 200) throw error;
      await delay(20);
    }
  }
}

/** Everything that the engine does for runs, once. Returns the runs as they ended. */
async function scenario({ call }: EngineClient): Promise<Readonly<Record<RunName, RunDetail>>> {
  await insist(() => call('dags.create', { name: 'stored', spec: stored }));
  await insist(() => call('dags.start', { fileName: 'stored', dagRunId: 'one' }));
  await insist(() => call('dags.enqueue', { fileName: 'stored', dagRunId: 'two' }));
  await insist(() => call('runs.start', { spec: caller, name: 'x', dagRunId: 'called' }));
  await insist(() => call('runs.start', { spec: endless, name: 'x', dagRunId: 'stopped' }));
  await insist(() => call('runs.stop', { name: 'x', dagRunId: 'stopped' }));
  const get = (name: string, dagRunId: string) => () => ended(call, { name, dagRunId });
  return {
    one: await get('stored', 'one')(),
    two: await get('stored', 'two')(),
    called: await get('x', 'called')(),
    stopped: await get('x', 'stopped')(),
  };
}

async function ended(
  call: EngineClient['call'],
  run: { readonly name: string; readonly dagRunId: string },
): Promise<RunDetail> {
  let detail: RunDetail | undefined;
  await eventually(async () => {
    detail = (await call('runs.get', run)).dagRun;
    return hasEnded(detail);
  }, `run ${run.dagRunId} has ended`);
  if (detail === undefined) throw new Error('It was never looked at.');
  return detail;
}

const statuses = (runs: Readonly<Record<RunName, RunDetail>>) =>
  Object.fromEntries(Object.entries(runs).map(([name, run]) => [name, run.statusLabel]));

function disk(which: 'database' | 'files'): FaultyDisk {
  const found = disks[which];
  if (found === null) throw new Error('The modules are not replaced.');
  return found;
}

interface Met {
  readonly engine: TestEngine;
  readonly runs: Readonly<Record<RunName, RunDetail>>;
  readonly writes: number;
}

/** An engine that meets one fault while it does everything. */
async function meet(
  which: 'database' | 'files',
  fault: { readonly failAt: number; readonly kind: FaultKind },
): Promise<Met> {
  const engine = await anEngine({ clock: hastyClock });
  const { dataDir } = engine.config.paths;
  disk(which).arm(dirname(dataDir), fault);
  try {
    const runs = await scenario(engine.client);
    return { engine, runs, writes: disk(which).disarm() };
  } catch (error) {
    throw new Error(`After the refusal of ${disk(which).refused}: ${String(error)}`, {
      cause: error,
    });
  } finally {
    disk(which).disarm();
  }
}

/** The engine goes on as if nothing had been. */
async function isWell({ client, config, stop }: TestEngine): Promise<void> {
  await eventually(
    async () => (await client.call('system.health', {})).status === 'healthy',
    'the engine has recovered',
  );
  await client.call('dags.start', { fileName: 'stored', dagRunId: 'after' });
  const after = await ended(client.call, { name: 'stored', dagRunId: 'after' });
  await stop();
  const db = new SQLite(join(config.paths.dataDir, 'engine.db'), { readonly: true });
  expect(after.statusLabel).toBe('succeeded');
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.prepare("SELECT count(*) FROM run WHERE status = 'running'").pluck().get()).toBe(0);
  db.close();
}

/** Which of so many writes to refuse. */
function chosen(writes: number): readonly number[] {
  const all = Array.from({ length: writes }, (_, index) => index + 1);
  if (ALL) return all;
  return Array.from({ length: SAMPLE }, (_, index) => Math.ceil(((index + 0.4) * writes) / SAMPLE));
}

const kinds: readonly FaultKind[] = ['EIO', 'ENOSPC'];
const never = { failAt: Infinity, kind: 'EIO' } as const;

describe.each(kinds)('a disk that refuses one write with %s', (kind) => {
  it('of the database: every run ends as it would have', { timeout: 900_000 }, async () => {
    const { writes, runs: undisturbed } = await meet('database', never);
    expect(statuses(undisturbed)).toEqual(expected);
    let refused = 0;

    for (const failAt of chosen(writes)) {
      const { engine, runs } = await meet('database', { failAt, kind });
      const what = `write ${failAt} of ${writes}: ${disk('database').refused}`;
      expect(statuses(runs), what).toEqual(expected);
      refused += disk('database').refused === '' ? 0 : 1;
      await isWell(engine);
    }
    // Writes of one turn are committed together, so there are not always as many.
    expect(refused).toBeGreaterThan(chosen(writes).length / 2);
    if (ALL) console.log(JSON.stringify({ kind, writes, refused }));
  });

  it(
    'of a file: a run ends as it would have, or says which write failed it',
    {
      timeout: 900_000,
    },
    async () => {
      const { writes } = await meet('files', never);

      const failed: string[] = [];
      for (const failAt of chosen(writes)) {
        const { engine, runs } = await meet('files', { failAt, kind });
        const what = `write ${failAt} of ${writes}: ${disk('files').refused}`;
        for (const [name, run] of Object.entries(runs)) {
          if (run.statusLabel === expected[name as RunName]) continue;
          const nodes = [...run.nodes, ...handlersThatRan(run)].map(({ error }) => error);
          failed.push(`${what}: ${name} ${run.statusLabel}: ${run.error} ${nodes.join()}`);
          expect(run.statusLabel, what).toBe('failed');
          expect([run.error, ...nodes].join(), what).toContain(`${kind}: injected`);
        }
        await isWell(engine);
      }
      if (ALL) console.log(JSON.stringify({ kind, writes, failed }, null, 1));
    },
  );

  it(
    'at the start: it starts, or says why and starts the next time',
    { timeout: 900_000 },
    async () => {
      const begin = { log: silentLogger(), clock: hastyClock };
      let writes = SAMPLE * 4;
      for (const failAt of [Infinity, ...chosen(writes)]) {
        for (const which of ['database', 'files'] as const) {
          const config = temporaryConfig();
          const first = await anEngine({ config, clock: hastyClock });
          await first.client.call('dags.create', { name: 'stored', spec: stored });
          await first.client.call('runs.start', { spec: endless, name: 'x', dagRunId: 'goes-on' });
          await first.stop();

          disk(which).arm(dirname(config.paths.dataDir), { failAt, kind });
          const attempt = await createEngine({ config, ...begin }).catch((error: unknown) => error);
          writes = Math.max(writes, disk(which).disarm());
          const what = disk(which).refused;
          if (attempt instanceof Error) expect(attempt, what).toBeInstanceOf(StartError);
          const engine =
            attempt instanceof Error ? await createEngine({ config, ...begin }) : attempt;
          const { client, stop } = engine as TestEngine;
          await insist(() => client.call('runs.stop', { name: 'x', dagRunId: 'goes-on' }));
          const run = await ended(client.call, { name: 'x', dagRunId: 'goes-on' });
          await stop();
          endProcessesOf(config);

          expect(run.statusLabel, what).toBe('aborted');
        }
      }
    },
  );
});
