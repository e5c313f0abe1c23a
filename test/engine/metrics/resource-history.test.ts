import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ResourceHistory } from '../../../engine/metrics/resource-history.ts';
import { openDatabase, type Database } from '../../../engine/storage/database.ts';
import { saveSamples } from '../../../engine/storage/resource-samples.ts';
import { WriteQueue } from '../../../engine/storage/write-queue.ts';
import { manualClock } from '../api/manual-clock.ts';
import { agesBy } from '../../support/ages.ts';
import { anEngine, eventually, silentLogger } from '../../support/engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function aHistory({
  intervalMs = 5000,
  retentionMs = HOUR_MS,
  folder = temporaryFolder('data'),
} = {}) {
  const db = openDatabase(join(folder, 'engine.db'));
  onTestFinished(() => void db.close());
  const clock = manualClock();
  const log = silentLogger();
  const writes = new WriteQueue(db, { clock, log });
  const history = new ResourceHistory({
    db,
    writes,
    clock,
    ages: agesBy(clock),
    log,
    folder,
    intervalMs,
    retentionMs,
  });
  const rows = (): number =>
    db.prepare('SELECT count(*) FROM resource_sample').pluck().get() as number;

  /** Lets time pass sample by sample; each look at the machine is awaited. */
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += intervalMs) {
      const before = (await history.since(retentionMs)).length;
      clock.advance(intervalMs);
      if (before > 500) continue;
      await eventually(
        async () =>
          (await history.since(retentionMs)).some(({ at }) => Math.abs(at - clock.now()) < 1),
        'the sample is there',
      );
    }
  }
  return { db, clock, writes, history, rows, pass };
}

/** Samples in a row that say where they stand. */
function fill(db: Database, count: number, intervalMs: number): void {
  const samples = Array.from({ length: count }, (_, index) => ({
    at: index * intervalMs,
    cpu: index,
    memory: 50,
    disk: 60,
    load: 1,
  }));
  db.transaction(() => saveSamples(db, samples))();
}

describe('the history of resources', () => {
  it('has a point for each interval, those not stored yet included', async () => {
    const { history, rows, pass } = aHistory();
    history.start();

    await pass(30_000);
    const points = await history.since(HOUR_MS);

    expect(points.map(({ at }) => at)).toEqual([5000, 10_000, 15_000, 20_000, 25_000, 30_000]);
    expect(rows()).toBe(0);
    for (const { cpu, memory, disk, load } of points) {
      for (const percent of [cpu, memory, disk]) {
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
      }
      expect(memory * disk).toBeGreaterThan(0);
      expect(load).toBeGreaterThanOrEqual(0);
    }
  });

  it('is stored once a minute and at the end, and never twice', async () => {
    const { history, rows, pass, writes, clock } = aHistory();
    history.start();

    await pass(55_000);
    writes.flush();
    expect(rows()).toBe(0);
    await pass(5000);
    writes.flush();
    expect(rows()).toBe(12);
    await pass(10_000);
    history.stop();
    history.stop();
    writes.close();

    expect(rows()).toBe(14);
    expect(await history.since(HOUR_MS)).toHaveLength(14);
    expect(clock.pending()).toBe(0);
  });

  it('forgets what is older than it is to be kept', async () => {
    const { history, rows, pass, writes, clock } = aHistory({ retentionMs: 2 * MINUTE_MS });
    history.start();

    for (let minute = 0; minute < 5; minute += 1) {
      await pass(MINUTE_MS);
      writes.flush();
    }

    expect(rows()).toBeLessThanOrEqual(25);
    const [first] = await history.since(HOUR_MS);
    expect(first?.at).toBeGreaterThanOrEqual(clock.now() - 2 * MINUTE_MS);
  });

  it('tells of the time that was asked for alone', async () => {
    const { db, clock, history } = aHistory({ retentionMs: 24 * HOUR_MS });
    fill(db, 720, 5000);
    clock.advance(719 * 5000);

    const points = await history.since(30 * MINUTE_MS);

    expect(points[0]).toMatchObject({ at: 360 * 5000, cpu: 360 });
    expect(points).toHaveLength(360);
  });

  it.each([17_280, 60_000])('averages %i samples to at most a thousand points', async (count) => {
    const { db, clock, history } = aHistory({ retentionMs: 1000 * HOUR_MS });
    fill(db, count, 5000);
    clock.advance((count - 1) * 5000);

    const points = await history.since(count * 5000);

    expect(points.length).toBeGreaterThan(990);
    expect(points.length).toBeLessThanOrEqual(1000);
    // Each sample says where it stands, so the average of a span is its middle.
    for (const { at, cpu } of points) expect(cpu).toBeCloseTo(at / 5000, 6);
  });

  it('gathers while the disk takes no writes, and stores all of it at once when it does again', async () => {
    const { db, history, rows, pass, writes, clock } = aHistory();
    history.start();
    const record = vi.spyOn(writes, 'commit');
    db.pragma('query_only = ON');
    for (let minute = 0; minute < 3; minute += 1) {
      await pass(MINUTE_MS);
      writes.flush();
    }
    expect(await history.since(HOUR_MS)).toHaveLength(36);
    expect(record).toHaveBeenCalledTimes(1);

    db.pragma('query_only = OFF');
    clock.advance(1000);
    writes.flush();

    expect(rows()).toBe(36);
    expect(await history.since(HOUR_MS)).toHaveLength(36);
  });
});

describe('the operation', () => {
  it('answers with the four series, and with the sizes of now', async () => {
    const config = temporaryConfig({ monitoring: { intervalMs: 1000, retentionMs: HOUR_MS } });
    mkdirSync(config.paths.dataDir, { recursive: true });
    const engine = await anEngine({ config });
    const history = () => engine.client.call('system.resources', { duration: '30m' });
    await eventually(async () => (await history()).cpu.length > 0, 'a sample was taken');

    const { cpu, memory, disk, load, ...sizes } = await history();

    for (const series of [cpu, memory, disk, load]) {
      expect(series).toHaveLength(cpu.length);
      expect(Math.abs((series[0]?.timestamp ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    }
    expect(sizes.memoryUsedBytes).toBeLessThan(sizes.memoryTotalBytes);
    expect(sizes.diskUsedBytes).toBeLessThan(sizes.diskTotalBytes);
  });

  it.each(['', 'soon', '-1h', '0s', '30'])(
    'refuses the duration %j by its name',
    async (duration) => {
      const engine = await anEngine();

      await expect(engine.client.call('system.resources', { duration })).rejects.toMatchObject({
        code: 'bad_request',
        extras: { details: { fields: { duration: 'must be a duration such as 30m or 24h' } } },
      });
    },
  );

  it('goes on after a restart where it was', async () => {
    const config = temporaryConfig({ monitoring: { intervalMs: 1000, retentionMs: HOUR_MS } });
    const engine = await anEngine({ config });
    const times = async (of: typeof engine) =>
      (await of.client.call('system.resources', {})).cpu.map(({ timestamp }) => timestamp);
    await eventually(async () => (await times(engine)).length > 1, 'samples were taken');
    const before = await times(engine);
    await engine.stop();

    const next = await anEngine({ config });

    expect(await times(next)).toEqual(expect.arrayContaining(before));
  });
});
