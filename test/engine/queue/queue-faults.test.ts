import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../../engine/contract/errors.ts';
import { Aside } from '../../../engine/execution/aside/aside.ts';
import { createSnapshots } from '../../../engine/execution/aside/snapshots.ts';
import { schemasHere } from '../../../engine/execution/prepare/param-schemas.ts';
import { createRun } from '../../../engine/execution/prepare/create-run.ts';
import type { LoadedRun } from '../../../engine/execution/state/run-state.ts';
import { newRunKey } from '../../../engine/lib/home-id.ts';
import { claimPlace, claimRun, type Claim } from '../../../engine/queue/claim-run.ts';
import { createQueueLimits } from '../../../engine/queue/queue-limits.ts';
import { RunQueues } from '../../../engine/queue/run-queues.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';
import { openDatabase, type Database } from '../../../engine/storage/database.ts';
import { storedPathsOf } from '../../../engine/storage/stored-paths.ts';
import { findRun, runById } from '../../../engine/storage/runs.ts';
import { WriteQueue } from '../../../engine/storage/write-queue.ts';
import { silentLogger } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { manualClock } from '../api/manual-clock.ts';

const spec = 'steps: [{command: "true"}]\n';

/** Queues over a real store, with a runner that only notes what begins and does what a test says. */
function aStage() {
  const folder = temporaryFolder();
  const logDir = join(folder, 'logs');
  const db = openDatabase(join(folder, 'engine.db'));
  onTestFinished(() => void db.close());
  const clock = manualClock();
  const writes = new WriteQueue(db, { clock, log: silentLogger() });
  const begun: string[] = [];
  const discarded: number[] = [];
  const fate = {
    problem: null as string | null,
    begin: (_run: LoadedRun): void => undefined,
  };
  const queues = new RunQueues({
    db,
    snapshots: createSnapshots(db, new Aside()),
    writes,
    clock,
    log: silentLogger(),
    limits: createQueueLimits({ enabled: true, config: [{ name: 'night', maxConcurrency: 2 }] }),
    runner: {
      begin: (run) => {
        fate.begin(run);
        writes.commit(
          () => undefined,
          () => void begun.push(run.record.runId),
        );
      },
      discard: (id) => void discarded.push(id),
    },
    hasFile: (fileName) => existsSync(join(folder, `${fileName}.yaml`)),
    logDir,
    ownLogs: (logs) => logs,
    problem: () => fate.problem,
    changed: () => undefined,
    ended: () => undefined,
    left: () => () => undefined,
    queueChanged: () => undefined,
  });

  async function claim(dagRunId: string, text: string): Promise<Claim> {
    const loaded = loadDag(text, { name: 'etl' });
    if (loaded.dag === null) throw new Error(JSON.stringify(loaded.issues));
    const created = await createRun(
      {
        defaultShell: ['/bin/sh'],
        ownEnvironment: {},
        dagsDir: folder,
        schemas: schemasHere,
        logDir,
        storedPaths: storedPathsOf(db),
        now: clock.now(),
      },
      {
        ...{ dag: loaded.dag, text, base: null, document: null, fileName: null, parent: null },
        ...{
          key: newRunKey('0123456789ab'),
          name: 'etl',
          dagRunId,
          params: undefined,
          homeFolder: folder,
        },
        ...{ trigger: 'manual', queue: 'night' },
      },
    );
    return { ...created, dag: loaded.dag, singleton: null };
  }

  const enqueue = async (dagRunId: string, text = spec): Promise<number> =>
    claimPlace(writes, await claim(dagRunId, text), clock.now());

  const statusOf = (dagRunId: string) => {
    const run = findRun(db, 'etl', dagRunId);
    return run === undefined ? 'absent' : run.status;
  };
  return { db, clock, writes, queues, begun, discarded, fate, claim, enqueue, statusOf };
}

/** Lets what was asked for happen. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
}

function fillDisk(db: Database): void {
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
}
const freeDisk = (db: Database): void => void db.pragma('max_page_count = 1000000');

function errno(code: string): Error {
  return Object.assign(new Error(`${code}: it cannot be done`), { code });
}

describe('on a full disk', () => {
  it('a run is refused, and nothing of it is left', async () => {
    const { db, enqueue, statusOf } = aStage();
    fillDisk(db);

    const refused = enqueue('one', `description: ${'x'.repeat(100_000)}\n${spec}`);

    await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(statusOf('one')).toBe('absent');
    const rows = 'SELECT (SELECT count(*) FROM queue_item) + (SELECT count(*) FROM node)';
    expect(db.prepare(rows).pluck().get()).toBe(0);
  });

  it('a run that began with others is given up when the disk takes none of them', async () => {
    const { db, writes, claim, statusOf } = aStage();
    const asked = await claim('one', spec);
    const discarded: number[] = [];
    const begun: number[] = [];
    const runner = {
      begin: ({ record }: LoadedRun) => void begun.push(record.id),
      discard: (id: number) => void discarded.push(id),
    };
    fillDisk(db);

    const refused = claimRun(writes, runner, asked);
    writes.commit((store) =>
      store
        .prepare("INSERT INTO definition (hash, text) VALUES (x'00', zeroblob(0) || ?)")
        .run('x'.repeat(1_000_000)),
    );

    await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(begun).toHaveLength(1);
    expect(discarded).toEqual(begun);
    expect(statusOf('one')).toBe('absent');
  });

  it('what waits keeps its place, and begins once when there is room', async () => {
    const stage = aStage();
    const { db, clock, queues, begun, discarded, enqueue, statusOf, fate, writes } = stage;
    const ids = [await enqueue('one'), await enqueue('two'), await enqueue('three')];
    db.exec('CREATE TABLE ballast (text TEXT) STRICT');
    fate.begin = () =>
      writes.commit((database) => {
        database.prepare('INSERT INTO ballast VALUES (?)').run('x'.repeat(100_000));
      });
    fillDisk(db);

    queues.start();
    await settle();
    const whileFull = [statusOf('one'), statusOf('two'), ...begun];
    freeDisk(db);
    clock.advance(1000);
    await settle();

    expect(whileFull).toEqual(['queued', 'queued']);
    expect(discarded).toEqual([ids[0]]);
    expect(begun).toEqual(['one', 'two']);
    expect([statusOf('one'), statusOf('three')]).toEqual(['running', 'queued']);
    expect(db.prepare('SELECT count(*) FROM ballast').pluck().get()).toBe(2);
  });
});

describe('a run that the engine has no folder for', () => {
  it.each(['ENOSPC', 'EROFS', 'EIO'])('keeps its place while the answer is %s', async (code) => {
    const { clock, queues, begun, enqueue, statusOf, fate } = aStage();
    await enqueue('one');
    const cause = errno(code);
    fate.begin = () => {
      throw new EngineError('bad_request', 'no folder', { cause });
    };

    queues.start();
    await settle();
    const before = statusOf('one');
    fate.begin = () => undefined;
    clock.advance(1000);
    await settle();

    expect(before).toBe('queued');
    expect(begun).toEqual(['one']);
  });

  it('fails when the folder is one that its DAG asks for, and the next one begins', async () => {
    const { db, queues, begun, enqueue, statusOf, fate } = aStage();
    const id = await enqueue('one', `log_dir: /somewhere/else\n${spec}`);
    await enqueue('two');
    fate.begin = ({ record }) => {
      if (record.runId === 'two') return;
      throw new EngineError('bad_request', 'no folder', { cause: errno('ENOSPC') });
    };

    queues.start();
    await settle();

    expect(statusOf('one')).toBe('failed');
    expect(runById(db, id)?.error).toBe('no folder');
    expect(begun).toEqual(['two']);
  });
});

it('a run that cannot begin for whatever reason takes back nothing of those before it', async () => {
  const { queues, begun, enqueue, statusOf, fate } = aStage();
  for (const id of ['one', 'two', 'three']) await enqueue(id);
  fate.begin = ({ record }) => {
    if (record.runId === 'two') throw new Error('a bug');
  };

  queues.start();
  await settle();

  expect(begun).toEqual(['one', 'three']);
  expect(statusOf('two')).toBe('failed');
});

it('a run whose definition this version cannot read fails', async () => {
  const { db, queues, enqueue } = aStage();
  const id = await enqueue('one');
  db.prepare('UPDATE definition SET text = ?').run('stepz: []\n');

  queues.start();
  await settle();

  expect(runById(db, id)).toMatchObject({
    status: 'failed',
    error: 'this version cannot read the definition of this run',
    finishedAt: 0,
  });
});

it('nothing begins while the engine takes no new work', async () => {
  const { clock, queues, begun, enqueue, fate } = aStage();
  await enqueue('one');
  fate.problem = 'The disk is full.';

  queues.start();
  await settle();
  clock.advance(3000);
  await settle();
  const before = [...begun];
  fate.problem = null;
  clock.advance(1000);
  await settle();

  expect(before).toEqual([]);
  expect(begun).toEqual(['one']);
});

it('nothing begins after the queues were stopped, and no timer is left', async () => {
  const { clock, queues, begun, enqueue, fate } = aStage();
  await enqueue('one');
  fate.problem = 'The disk is full.';
  queues.start();
  await settle();

  queues.wake('night');
  queues.stop();
  const left = clock.pending();
  fate.problem = null;
  await settle();
  clock.advance(5000);
  await settle();

  expect(begun).toEqual([]);
  expect([left, clock.pending()]).toEqual([0, 0]);
});

it('looks that come at once begin a run once', async () => {
  const { queues, begun, enqueue } = aStage();
  for (const id of ['one', 'two', 'three']) await enqueue(id);

  queues.start();
  for (let look = 0; look < 5; look += 1) queues.wake('night');
  await settle();

  expect(begun).toEqual(['one', 'two']);
});
