import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { openDatabase, type Database } from '../../../engine/storage/database.ts';
import { anEngine, endOf, type TestEngine } from '../../support/engine.ts';
import { temporaryConfig } from '../../support/home.ts';

const MEGABYTE = 'x'.repeat(1_000_000);
const name = 'big';
const spec = `name: ${name}
steps:
  - {name: first, command: echo said, output: SAID}
  - {name: last, command: "true"}
`;

/** A home in which a run has ended, and what is done to its rows then. */
async function aHome(fill: (db: Database) => void): Promise<Config> {
  const config = temporaryConfig();
  const engine = await anEngine({ config });
  await engine.client.call('runs.start', { spec, name, dagRunId: 'run' });
  await endOf({ engine, name, dagRunId: 'run' });
  await engine.stop();
  const db = openDatabase(join(config.paths.dataDir, 'engine.db'));
  db.transaction(() => fill(db))();
  db.close();
  return config;
}

/** Copies the run so many times, with other values in these columns, which are SQL; `n` counts. */
function copyRun(db: Database, count: number, changed: Readonly<Record<string, string>>): void {
  const columns = db.prepare("SELECT name FROM pragma_table_info('run')").pluck().all() as string[];
  const values: Readonly<Record<string, string>> = {
    id: 'NULL',
    key: "'copy-' || hex(randomblob(8))",
    run_id: 'hex(randomblob(8))',
    ...changed,
  };
  const given = columns.map((column) => values[column] ?? `run.${column}`).join(', ');
  db.exec(`WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${count})
    INSERT INTO run (${columns.join(', ')})
    SELECT ${given} FROM run JOIN counted WHERE run.run_id = 'run'`);
}

/** Answers that are too large: what is asked, and of which rows. */
const asked: Readonly<
  Record<
    string,
    {
      readonly fill: (db: Database) => void;
      readonly ask: (engine: TestEngine) => Promise<unknown>;
    }
  >
> = {
  'all runs': {
    fill: (db) => copyRun(db, 18, { params: `'${MEGABYTE}'` }),
    ask: ({ client }) => client.call('runs.list', {}),
  },
  'the runs of a DAG': {
    fill: (db) => copyRun(db, 18, { params: `'${MEGABYTE}'` }),
    ask: ({ client, config }) => {
      writeFileSync(join(config.paths.dagsDir, 'big.yaml'), spec);
      return client.call('dags.runs', { fileName: 'big' });
    },
  },
  'the DAGs with their latest runs': {
    fill: (db) => copyRun(db, 18, { params: `'${MEGABYTE}'`, dag_name: "'big' || n" }),
    ask: async ({ client }) => {
      for (let at = 1; at <= 18; at += 1) {
        await client.call('dags.create', {
          name: `big-${at}`,
          spec: `name: big${at}\nsteps: [x]\n`,
        });
      }
      return client.call('dags.list', {});
    },
  },
  'what waits in a queue': {
    fill: (db) => {
      copyRun(db, 18, { params: `'${MEGABYTE}'`, status: "'queued'" });
      db.exec(
        "INSERT INTO queue_item (run_id, queue, place) SELECT id, queue, id FROM run WHERE status = 'queued'",
      );
    },
    ask: ({ client }) => client.call('queues.items', { name, type: 'queued' }),
  },
  'all queues': {
    fill: (db) => copyRun(db, 18, { params: `'${MEGABYTE}'`, status: "'running'", queue: 'n' }),
    ask: ({ client }) => client.call('queues.list', {}),
  },
  'the outputs of a run': {
    fill: (db) => {
      const add = db.prepare(
        'INSERT INTO output (run_id, position, name, value) VALUES (1, 0, ?, ?)',
      );
      for (let at = 1; at <= 18; at += 1) add.run(`O${at}`, MEGABYTE);
    },
    ask: ({ client }) => client.call('runs.outputs', { name, dagRunId: 'run' }),
  },
  'the environment of a step': {
    fill: (db) => {
      const add = db.prepare(
        'INSERT INTO output (run_id, position, name, value) VALUES (1, 0, ?, ?)',
      );
      for (let at = 1; at <= 18; at += 1) add.run(`O${at}`, MEGABYTE);
    },
    ask: ({ client }) =>
      client.call('runs.stepEnvironment', { name, dagRunId: 'run', stepName: 'last' }),
  },
  'the executions of a step': {
    fill: (db) =>
      db.exec(`WITH RECURSIVE counted (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM counted WHERE n < 200000)
        INSERT INTO attempt (run_id, position, number, nonce, started_at, finished_at, exit_code)
        SELECT 1, 0, n, '', 0, 0, 0 FROM counted`),
    ask: ({ client }) =>
      client.call('runs.stepAttempts', { name, dagRunId: 'run', stepName: 'first' }),
  },
  'the places of a text': {
    fill: () => undefined,
    ask: async ({ client }) => {
      const line = `# ${'needle '.repeat(60_000)}\n`;
      for (let at = 1; at <= 12; at += 1) {
        await client.call('dags.create', { name: `long${at}`, spec: `steps: [x]\n${line}${line}` });
      }
      return client.call('dags.search', { q: 'needle' });
    },
  },
};

it.each(Object.entries(asked))(
  'an answer of over 16 MiB is refused while it is made: %s',
  async (_, { fill, ask }) => {
    const config = await aHome(fill);
    const engine = await anEngine({ config, isService: false });

    await expect(ask(engine)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/larger than 16 MiB. Request less/),
    });
  },
);

it('a list of all runs is made in many turns, and leaves none out', async () => {
  const config = await aHome((db) => copyRun(db, 12_000, {}));
  const { client } = await anEngine({ config, isService: false });
  let turns = 0;
  let isOver = false;
  const count = async (): Promise<void> => {
    for (; !isOver; turns += 1) await nextTurn();
  };

  const counting = count();
  const { dagRuns } = await client.call('runs.list', {});
  isOver = true;
  await counting;
  const first = await client.call('runs.list', { limit: 5000 });
  const rest = await client.call('runs.list', { limit: 10_000, cursor: first.nextCursor });

  expect(turns).toBeGreaterThan(5);
  expect(new Set(dagRuns.map(({ dagRunId }) => dagRunId)).size).toBe(12_001);
  expect([...first.dagRuns, ...rest.dagRuns]).toEqual(dagRuns);
  expect(rest.nextCursor).toBeUndefined();
});
