import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import SQLite from 'better-sqlite3';
import type { Config } from '../../../engine/config/config.ts';
import { readEndpoint, writeEndpoint } from '../../../engine/platform/endpoint-file.ts';
import { readHolder } from '../../../engine/platform/engine-holder.ts';
import { openStore } from '../../../engine/services/home/open-store.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { readHome } from '../../../engine/storage/home.ts';
import type { Clock } from '../../../engine/lib/clock.ts';
import { copyHome } from '../../support/copied-home.ts';
import {
  anEngine,
  endOf,
  hasEnded,
  logOf,
  runToEnd,
  runUntil,
  silentLogger,
  startInline,
  untilLogHolds,
} from '../../support/engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { isAlive } from '../../support/processes.ts';
import {
  run,
  aHeldStep,
  aHomeLeftRunning,
  query,
  identityOf,
  goOnIn,
} from '../../support/left-home.ts';

describe('a copy of a home', () => {
  it('ends what goes on in the original, and touches none of it', async () => {
    const { config, step } = await aHomeLeftRunning();
    const [pid] = query(config, 'SELECT pid FROM attempt') as number[];
    const identity = identityOf(config);
    const copy = copyHome(config);

    const copied = await goOnIn(copy);
    const { run: inCopy, node } = await endOf(copied);
    const wasAlive = isAlive(pid ?? 0);
    await copied.engine.stop();
    const original = await goOnIn(config);
    step.letGo();
    const { run: inOriginal } = await endOf(original);

    const reason = `This home is a copy of ${config.paths.dataDir}: the run continued there, and only the original knows how it ended`;
    expect(inCopy).toMatchObject({ statusLabel: 'failed', error: reason });
    expect(node('held')).toMatchObject({ statusLabel: 'failed', error: reason, stage: '' });
    expect(node('after').statusLabel).toBe('not_started');
    expect(wasAlive).toBe(true);
    expect(inOriginal.statusLabel).toBe('succeeded');
    expect(step.after()).toBe('x\n');
    expect(copied.engine.complaints.map(({ message }) => message)).toEqual([
      `This home is a copy of ${config.paths.dataDir}. It takes over none of its runs, and follows its own schedules from now on.`,
    ]);
    expect(original.engine.complaints).toEqual([]);
    expect(identityOf(copy)).not.toBe(identity);
    expect(query(copy, 'SELECT copy_of_identity FROM home')).toEqual([identity]);
  });

  it('says so once, and is a home like any other from then on', async () => {
    const { engine } = await runToEnd('steps: [echo hi]', run);
    await engine.stop();
    const copy = copyHome(engine.config);
    const first = await anEngine({ config: copy });
    await first.stop();
    const identity = identityOf(copy);

    const second = await anEngine({ config: copy });
    await second.stop();

    expect(first.complaints).toHaveLength(1);
    expect(second.complaints).toEqual([]);
    expect(identityOf(copy)).toBe(identity);
    expect(identityOf(engine.config)).not.toBe(identity);
  });

  it('may be made and started while the original runs', async () => {
    const step = aHeldStep();
    const started = await startInline(step.spec, run);
    await untilLogHolds(started, 'held', 'up');
    const copy = copyHome(started.engine.config);

    const copied = await goOnIn(copy);
    const { run: inCopy } = await endOf(copied);
    step.letGo();
    const { run: inOriginal } = await endOf(started);

    expect([inCopy.statusLabel, inOriginal.statusLabel]).toEqual(['failed', 'succeeded']);
    expect(await logOf(copied, 'held')).toBe('up');
  });

  it('runs nothing that waits in the original', async () => {
    const config = temporaryConfig();
    const step = aHeldStep();
    const first = await anEngine({ config });
    const held = await startInline(step.spec, { engine: first, ...run });
    await untilLogHolds(held, 'held', 'up');
    const trace = join(temporaryFolder(), 'trace');
    const spec = `steps: ["echo x >> ${trace}"]`;
    await first.client.call('runs.enqueue', { spec, name: 'test', dagRunId: 'waits' });
    await first.stop();
    const copy = copyHome(config);

    const copied = await anEngine({ config: copy });
    const inCopy = await runUntil({ engine: copied, name: 'test', dagRunId: 'waits' }, () => true);
    await copied.stop();
    const original = await anEngine({ config });
    step.letGo();
    await endOf({ engine: original, name: 'test', dagRunId: 'waits' });

    expect(inCopy).toMatchObject({
      statusLabel: 'aborted',
      error: `This home is a copy of ${config.paths.dataDir}: the run is queued there`,
    });
    expect(readFileSync(trace, 'utf8')).toBe('x\n');
  });

  it('is one although the original bears the identity only since an upgrade of each', async () => {
    const { config } = await aHomeLeftRunning();
    const copy = copyHome(config);
    const stored = new SQLite(join(copy.paths.dataDir, 'engine.db'));
    stored.exec("UPDATE home SET identity = ''");
    stored.close();

    const copied = await goOnIn(copy);

    expect((await endOf(copied)).run.error).toMatch(/^This home is a copy/);
  });

  it('is one on another machine, wherever the original is', async () => {
    const { engine } = await runToEnd('steps: [echo hi]', run);
    await engine.stop();
    const { config } = engine;
    const identity = identityOf(config);
    const surroundings = {
      clock: systemClock,
      log: silentLogger(),
      isService: true,
      machine: 'another',
    };

    const store = await openStore(config.paths, surroundings);
    const { identity: now, copyOfPath } = readHome(store.db);
    store.close();

    expect(now).not.toBe(identity);
    expect(copyOfPath).toBe(config.paths.dataDir);
  });

  it('is one for a single command as well, which cannot stop what goes on in the original', async () => {
    const { config } = await aHomeLeftRunning();
    const [pid] = query(config, 'SELECT pid FROM attempt') as number[];
    const copy = copyHome(config);

    const { client, stop } = await anEngine({ config: copy, isService: false });
    await expect(client.call('runs.stop', run)).rejects.toThrow();
    const { dagRun } = await client.call('runs.get', run);
    await stop();

    expect(dagRun.statusLabel).toBe('failed');
    expect(dagRun.log).toContain(copy.paths.logDir);
    expect(isAlive(pid ?? 0)).toBe(true);
  });

  it('is not taken for the original by what the original says of itself', async () => {
    const { engine } = await startInline('steps: [echo hi]', run);
    const { dataDir } = engine.config.paths;
    const about = { url: 'http://127.0.0.1:1', startedAt: '', version: '' };
    writeEndpoint(dataDir, about);

    const copy = copyHome(engine.config).paths.dataDir;

    expect(readHolder(dataDir)).toMatchObject({
      pid: process.pid,
      home: expect.any(String) as string,
    });
    expect(readHolder(copy)).toBeNull();
    expect(await readEndpoint(copy)).toBeNull();
  });
});

describe('the logs of an original', () => {
  const cleanUp = { fileName: 'test', retentionDays: 0 };

  it.each([
    { where: 'in the home', dir: '' },
    { where: 'in a folder that its DAG names', dir: `log_dir: ELSEWHERE\n` },
  ])('$where outlive the retention of a copy', async ({ dir }) => {
    const elsewhere = temporaryFolder('elsewhere');
    const spec = `${dir.replace('ELSEWHERE', elsewhere)}steps: [{name: a, command: echo hi}]`;
    const { engine, run: ended } = await runToEnd(spec, run);
    await engine.stop();

    const copied = await anEngine({ config: copyHome(engine.config) });
    const { dagRuns } = await copied.client.call('runs.cleanup', cleanUp);
    const logsLeft = readdirSync(copied.config.paths.logDir);
    await copied.stop();
    const kept = existsSync(ended.log);
    const original = await anEngine({ config: engine.config });
    await original.client.call('runs.cleanup', cleanUp);

    expect({ dagRuns, kept, logsLeft }).toEqual({ dagRuns: 1, kept: true, logsLeft: [] });
    expect(existsSync(ended.log)).toBe(false);
  });

  it('outlive that of a copy whose log folder is a link to theirs', async () => {
    const config = temporaryConfig();
    const disk = temporaryFolder('disk');
    symlinkSync(disk, config.paths.logDir);
    const { engine, run: ended } = await runToEnd('steps: [echo hi]', {
      engine: await anEngine({ config }),
      ...run,
    });
    await engine.stop();

    const copied = await anEngine({ config: copyHome(config) });
    await copied.client.call('runs.cleanup', cleanUp);

    expect(existsSync(ended.log)).toBe(true);
  });
});

describe('a retry in a copy', () => {
  const spec = (more: string) => `${more}log_output: separate
steps:
  - {name: a, command: echo once}
  - {name: b, command: "echo twice; exit 1"}
`;
  const filesIn = (folder: string) =>
    Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    );

  it.each([
    { how: 'at once', queue: '' },
    { how: 'by a queue', queue: 'queue: narrow\n' },
  ])('$how writes to a folder of its own, not to that of the original', async ({ queue }) => {
    const elsewhere = temporaryFolder('elsewhere');
    const config = temporaryConfig({
      queues: { enabled: true, config: [{ name: 'narrow', maxConcurrency: 1 }] },
    });
    const { engine } = await runToEnd(spec(`${queue}log_dir: ${elsewhere}\n`), {
      engine: await anEngine({ config }),
      ...run,
    });
    await engine.stop();
    const [ofOriginal = ''] = readdirSync(elsewhere);
    const before = filesIn(join(elsewhere, ofOriginal));

    const copied = await anEngine({ config: copyHome(config) });
    for (const attempt of [2, 3]) {
      await copied.client.call('runs.retry', run);
      await runUntil({ engine: copied, ...run }, (now) => now.attempt === attempt && hasEnded(now));
    }
    const there = { engine: copied, ...run };
    const logs = [await logOf(there, 'a'), await logOf(there, 'b')];
    const inCopy = readdirSync(elsewhere).filter((name) => name !== ofOriginal);
    const after = filesIn(join(elsewhere, ofOriginal));
    await copied.client.call('runs.cleanup', { fileName: 'test', retentionDays: 0 });

    expect(after).toEqual(before);
    expect(logs).toEqual(['once', 'twice']);
    expect(inCopy).toHaveLength(1);
    expect(readdirSync(elsewhere)).toEqual([ofOriginal]);
  });

  it('keeps the folder of the run where that was copied with the home', async () => {
    const { engine, run: ended } = await runToEnd(spec(''), run);
    await engine.stop();
    const copy = copyHome(engine.config);

    const copied = await anEngine({ config: copy });
    await copied.client.call('runs.retry', run);
    const again = await runUntil(
      { engine: copied, ...run },
      (now) => now.attempt === 2 && hasEnded(now),
    );

    expect(dirname(again.log)).toBe(join(copy.paths.logDir, basename(dirname(ended.log))));
  });
});

describe('the schedules of a copy', () => {
  const spec = "schedule: '0 * * * *'\ncatchup_window: 1d\nsteps: [echo hi]\n";
  const HOUR_MS = 3_600_000;
  /** Half past an hour, so that no slot is due while the test looks. */
  const clockAfter = (hours: number): Clock => {
    const shift = HOUR_MS * (hours + 0.5) - (systemClock.now() % HOUR_MS);
    return { ...systemClock, now: () => systemClock.now() + shift };
  };
  const slotsIn = (config: Config): unknown => query(config, 'SELECT count(*) FROM slot')[0];

  it('begin with its first start: what was due before is for the original to catch up', async () => {
    const config = temporaryConfig();
    mkdirSync(config.paths.dagsDir, { recursive: true });
    writeFileSync(join(config.paths.dagsDir, 'hourly.yaml'), spec);
    await (await anEngine({ config, clock: clockAfter(0) })).stop();
    const copy = copyHome(config);

    for (const each of [copy, config]) {
      await (await anEngine({ config: each, clock: clockAfter(3) })).stop();
    }
    const decided = [slotsIn(copy), slotsIn(config)];
    await (await anEngine({ config: copy, clock: clockAfter(5) })).stop();

    expect(decided).toEqual([0, 3]);
    expect(slotsIn(copy)).toBe(2);
  });
});
