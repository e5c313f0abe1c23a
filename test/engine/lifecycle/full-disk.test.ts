import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import type { EngineClient } from '../../../engine/contract/client.ts';
import { createEngine } from '../../../engine/index.ts';
import { anEngine, endOf, eventually, silentLogger, untilLogHolds } from '../../support/engine.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { aSmallDisk, noSmallDisk, type SmallDisk } from '../../support/small-disk.ts';
import { dagwright, serve } from '../cli/dagwright.ts';

const MB = 1024 * 1024;

/** The configuration of a home on the disk; its folders of data and logs, or the logs alone. */
function homeOn({ folder }: SmallDisk, what: 'all' | 'logs' = 'all'): Config {
  const config = temporaryConfig();
  const { paths } = config;
  const logDir = join(folder, 'logs');
  const dataDir = what === 'all' ? join(folder, 'data') : paths.dataDir;
  return { ...config, paths: { ...paths, dataDir, logDir } };
}

/** Three steps after one another; the first one waits for a file that lies elsewhere. */
function waitsFor(go: string): string {
  return `steps:
  - name: first
    command: echo begun; until [ -e ${go} ]; do sleep 0.02; done
    output: ONE
  - name: second
    command: echo "\${ONE} two"
    output: TWO
  - name: third
    command: |
      # ${'A long script, so that it needs a file. '.repeat(20)}
      [ "\${TWO}" = "begun two" ]
`;
}

const freeOn = ({ folder }: SmallDisk): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

async function unhealthy(client: EngineClient): Promise<string> {
  let error = '';
  await eventually(async () => {
    const health = await client.call('system.health', {});
    error = health.error ?? '';
    return health.status === 'unhealthy';
  }, 'health says that something is wrong');
  return error;
}

async function healthy(client: EngineClient): Promise<void> {
  await eventually(
    async () => (await client.call('system.health', {})).status === 'healthy',
    'the engine has recovered',
  );
}

function integrityOf({ paths }: Config): unknown {
  const db = new SQLite(join(paths.dataDir, 'engine.db'), { readonly: true });
  try {
    return db.pragma('integrity_check', { simple: true });
  } finally {
    db.close();
  }
}

describe.skipIf(noSmallDisk !== null)(`a disk that is full (${noSmallDisk ?? 'tmpfs'})`, () => {
  it('holds runs up and fails none of them; new work is refused until there is room', async () => {
    const disk = aSmallDisk();
    const go = join(temporaryFolder(), 'go');
    const engine = await anEngine({ config: homeOn(disk) });
    const { client, config } = engine;
    await client.call('dags.create', { name: 'stored', spec: 'steps: [echo hi]' });
    const started = [];
    for (let run = 0; run < 10; run++) {
      const { dagRunId } = await client.call('runs.start', { spec: waitsFor(go), name: 'waits' });
      started.push({ engine, name: 'waits', dagRunId });
    }

    for (const run of started) await untilLogHolds(run, 'first', 'begun');
    disk.fill();
    const why = await unhealthy(client);
    writeFileSync(go, '');
    const refusals = await Promise.allSettled([
      client.call('dags.start', { fileName: 'stored' }),
      client.call('runs.start', { spec: 'steps: [echo hi]', name: 'inline' }),
      client.call('dags.enqueue', { fileName: 'stored' }),
      client.call('dags.create', { name: 'more', spec: 'steps: [echo hi]' }),
    ]);
    await eventually(() => engine.complaints.length > 0 || freeOn(disk) === 0, 'it is full');
    const { dagRuns: meanwhile } = await client.call('runs.list', {});

    expect(why).toMatch(
      /^The disk of \S+\/data is full: 0 MB are free, and 16 MB are required\. No new work/,
    );
    expect(refusals.map((refusal) => refusal.status === 'rejected' && refusal.reason)).toEqual(
      Array(4).fill(expect.objectContaining({ code: 'service_unavailable' })),
    );
    expect(meanwhile.map(({ statusLabel }) => statusLabel)).toEqual(Array(10).fill('running'));

    disk.free();
    await healthy(client);
    const ends = await Promise.all(started.map(endOf));
    const { dagRunId } = await client.call('dags.start', { fileName: 'stored' });
    const after = await endOf({ engine, name: 'stored', dagRunId });
    await engine.stop();

    expect(ends.map(({ run }) => [run.statusLabel, run.error])).toEqual(
      Array(10).fill(['succeeded', '']),
    );
    expect(after.run.statusLabel).toBe('succeeded');
    expect(integrityOf(config)).toBe('ok');
  });

  it('is noticed before the database fails, so that what runs can end', async () => {
    const disk = aSmallDisk();
    const go = join(temporaryFolder(), 'go');
    const engine = await anEngine({ config: homeOn(disk) });
    const { client } = engine;
    const { dagRunId } = await client.call('runs.start', { spec: waitsFor(go), name: 'waits' });

    disk.fill(8 * MB);
    const refused = client.call('runs.start', { spec: waitsFor(go), name: 'other' });
    await expect(refused).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('16 MB are required'),
    });
    writeFileSync(go, '');
    const { run } = await endOf({ engine, name: 'waits', dagRunId });

    expect(run.statusLabel).toBe('succeeded');
    expect(engine.complaints).toEqual([]);
  });

  it('is as full where it takes no more files', async () => {
    const disk = aSmallDisk();
    const go = join(temporaryFolder(), 'go');
    const engine = await anEngine({ config: homeOn(disk) });
    const { client } = engine;
    const { dagRunId } = await client.call('runs.start', { spec: waitsFor(go), name: 'waits' });
    await untilLogHolds({ engine, name: 'waits', dagRunId }, 'first', 'begun');

    disk.fillWithFiles(5);
    const why = await unhealthy(client);
    const refused = client.call('runs.start', { spec: waitsFor(go), name: 'other' });
    await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' });
    writeFileSync(go, '');
    disk.free();
    const { run } = await endOf({ engine, name: 'waits', dagRunId });

    expect(why).toMatch(
      /^The disk of \S+\/data is full: it takes \d more files \(inodes\), and 200 are/,
    );
    expect(run.statusLabel).toBe('succeeded');
    await healthy(client);
  });

  it('keeps what was accepted when the engine is killed and started again meanwhile', async () => {
    const disk = aSmallDisk();
    const go = join(temporaryFolder(), 'go');
    const config = homeOn(disk);
    const first = await forkEngine(config);
    const ids: string[] = [];
    for (let run = 0; run < 5; run++) {
      const { dagRunId } = await first.call('runs.start', { spec: waitsFor(go), name: 'waits' });
      ids.push(dagRunId);
    }

    for (const dagRunId of ids) {
      const page = { name: 'waits', dagRunId, stepName: 'first' };
      const begun = async (): Promise<boolean> =>
        (await first.call('runs.stepLog', page)).content.includes('begun');
      await eventually(begun, 'its first step has begun');
    }
    disk.fill();
    writeFileSync(go, '');
    await first.kill();
    const second = await anEngine({ config });
    expect(await unhealthy(second.client)).toContain('is full');
    disk.free();
    await healthy(second.client);
    const ends = await Promise.all(
      ids.map((dagRunId) => endOf({ engine: second, name: 'waits', dagRunId })),
    );
    await second.stop();

    expect(ends.map(({ run }) => run.statusLabel)).toEqual(Array(5).fill('succeeded'));
    expect(integrityOf(config)).toBe('ok');
  });

  it('is survived by the engine when it holds the logs alone', async () => {
    const disk = aSmallDisk();
    const go = join(temporaryFolder(), 'go');
    const engine = await anEngine({ config: homeOn(disk, 'logs') });
    const { client } = engine;
    const { dagRunId } = await client.call('runs.start', { spec: waitsFor(go), name: 'waits' });
    const chatty = `steps: [{name: s, command: "until [ -e ${go} ]; do sleep 0.02; done; head -c 3000000 /dev/zero"}]`;
    const { dagRunId: loud } = await client.call('runs.start', { spec: chatty, name: 'chatty' });

    await untilLogHolds({ engine, name: 'waits', dagRunId }, 'first', 'begun');
    disk.fill(1 * MB);
    const why = await unhealthy(client);
    writeFileSync(go, '');
    const { run: failed } = await endOf({ engine, name: 'chatty', dagRunId: loud });
    disk.free();
    const { run } = await endOf({ engine, name: 'waits', dagRunId });
    await healthy(client);

    expect(why).toContain(`The disk of ${disk.folder}/logs is full`);
    expect(failed.statusLabel).toBe('failed');
    expect(failed.nodes[0]?.error).toContain('exit status 1');
    expect(run.statusLabel).toBe('succeeded');
  });

  it(
    'is served from by the program itself, which tells where once there is room',
    { timeout: 90_000 },
    async () => {
      const disk = aSmallDisk();
      mkdirSync(join(disk.folder, 'dags'));
      await using first = await serve(disk.folder);
      first.signal('SIGKILL');
      await first.ended;
      disk.fill();

      await using second = await serve(disk.folder);
      const health = await fetch(`${second.url}/api/v1/health`);
      const doctor = await dagwright(['doctor'], { home: disk.folder });
      disk.free();
      await eventually(
        async () => (await fetch(`${second.url}/api/v1/health`)).status === 200,
        'the engine has recovered',
      );
      await eventually(async () => {
        const { stdout } = await dagwright(['history'], { home: disk.folder });
        return stdout === 'No runs found.\n';
      }, 'other commands find the engine');

      expect(health.status).toBe(503);
      expect(doctor.stdout).toMatch(/✗ disk +0 MB are free on the disk of/);
      expect(doctor.exitCode).toBe(1);
    },
  );
});

describe.skipIf(noSmallDisk !== null)('a disk that is read-only', () => {
  it('stops the start with words for a person, and changes nothing', async () => {
    const disk = aSmallDisk();
    const config = homeOn(disk);
    const first = await anEngine({ config });
    await first.stop();
    spawnSync('mount', ['-o', 'remount,ro', disk.folder]);

    const refused = createEngine({ config, log: silentLogger() });

    await expect(refused).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(
        /Cannot write to the database .+engine\.db: .+ Free space on its disk, make/,
      ),
    });
    spawnSync('mount', ['-o', 'remount,rw', disk.folder]);
    const second = await anEngine({ config });
    expect((await second.client.call('system.health', {})).status).toBe('healthy');
    expect(existsSync(join(config.paths.dataDir, 'engine.db'))).toBe(true);
  });
});
