import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { anEngine, endOf, eventually, startInline, type TestEngine } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

/** What a query finds in the database that an engine leaves. */
async function leftCells({ config, stop }: TestEngine, sql: string): Promise<unknown[]> {
  await stop();
  const db = new SQLite(join(config.paths.dataDir, 'engine.db'), { readonly: true });
  try {
    return db.prepare(sql).pluck().all();
  } finally {
    db.close();
  }
}

const spec = 'steps:\n  - name: main\n    command: echo x\n';
const fileOf = (engine: TestEngine, name: string): string =>
  join(engine.config.paths.dagsDir, `${name}.yaml`);
const namesIn = async (engine: TestEngine): Promise<string[]> =>
  (await engine.client.call('dags.list', {})).dags.map(({ fileName }) => fileName);

describe('a DAG that is renamed', () => {
  const rename = (engine: TestEngine, fileName: string, newFileName: string) =>
    engine.client.call('dags.rename', { fileName, newFileName });

  it('takes its history and its state along', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'old', spec });
    await engine.client.call('dags.startSync', { fileName: 'old', timeout: 20, dagRunId: 'one' });
    await engine.client.call('dags.suspend', { fileName: 'old', suspend: true });

    await rename(engine, 'old', 'new');

    expect(await namesIn(engine)).toEqual(['new']);
    const detail = await engine.client.call('dags.get', { fileName: 'new' });
    expect(detail).toMatchObject({
      suspended: true,
      latestDAGRun: { dagRunId: 'one', name: 'new' },
    });
    const { dagRuns } = await engine.client.call('dags.runs', { fileName: 'new' });
    expect(dagRuns.map(({ dagRunId }) => dagRunId)).toEqual(['one']);
    expect(dagRuns[0]?.nodes).toHaveLength(1);
  });

  it('keeps its runs under the name that its text gives', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'old', spec: `name: fixed\n${spec}` });
    await engine.client.call('dags.startSync', { fileName: 'old', timeout: 20 });

    await rename(engine, 'old', 'new');

    const { latestDAGRun } = await engine.client.call('dags.get', { fileName: 'new' });
    expect(latestDAGRun).toMatchObject({ name: 'fixed', statusLabel: 'succeeded' });
  });

  it('is the DAG of its runs: one that is scheduled anew belongs to its file', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'old', spec });
    await engine.client.call('dags.startSync', { fileName: 'old', timeout: 20, dagRunId: 'one' });

    await rename(engine, 'old', 'new');
    const again = { name: 'new', dagRunId: 'one', newDagRunId: 'two' };
    await engine.client.call('runs.reschedule', again);

    await endOf({ engine, name: 'new', dagRunId: 'two' });
    const files = await leftCells(engine, "SELECT run_id || ' ' || file_name FROM run ORDER BY id");
    expect(files).toEqual(['one new', 'two new']);
  });

  it('is the DAG of the runs that it made under other names, and of none that an earlier file made', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', {
      name: 'new',
      spec: `hist_retention_days: 9\n${spec}`,
    });
    await engine.client.call('dags.startSync', { fileName: 'new', timeout: 20, dagRunId: 'zero' });
    rmSync(fileOf(engine, 'new'));
    await eventually(async () => (await namesIn(engine)).length === 0, 'the file is missed');
    await engine.client.call('dags.create', { name: 'old', spec });
    const named = { fileName: 'old', timeout: 20, dagName: 'other', dagRunId: 'one' };
    await engine.client.call('dags.startSync', named);

    await rename(engine, 'old', 'new');

    const files = await leftCells(
      engine,
      "SELECT run_id || ' ' || coalesce(file_name, 'none') || ' ' || retention_days FROM run ORDER BY id",
    );
    expect(files).toEqual(['zero none 9', 'one new 30']);
  });

  it('keeps what was counted of its runs when they keep their name', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'old', spec: `name: fixed\n${spec}` });
    await engine.client.call('dags.startSync', { fileName: 'old', timeout: 20 });

    await rename(engine, 'old', 'new');

    const counted = await leftCells(
      engine,
      "SELECT dag_name || ' ' || status || ' ' || count FROM status_tally",
    );
    expect(counted).toEqual(['fixed running 1', 'fixed succeeded 1']);
  });

  it('is not suspended because an earlier DAG of its new name was', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'new', spec });
    await engine.client.call('dags.suspend', { fileName: 'new', suspend: true });
    rmSync(fileOf(engine, 'new'));
    await engine.client.call('dags.create', { name: 'old', spec });

    await rename(engine, 'old', 'new');

    const { suspended } = await engine.client.call('dags.get', { fileName: 'new' });
    expect(suspended).toBe(false);
  });

  it('must not be under way as part of a run of another one', async () => {
    const engine = await anEngine();
    const begun = join(temporaryFolder(), 'begun');
    await engine.client.call('dags.create', {
      name: 'part',
      spec: `steps:\n  - command: touch ${begun}; exec sleep 60\n`,
    });
    await startInline('steps:\n  - call: part\n', { engine });
    await eventually(() => existsSync(begun), 'the part is under way');

    await expect(rename(engine, 'part', 'x')).rejects.toMatchObject({ code: 'already_running' });
    expect(await namesIn(engine)).toEqual(['part']);
  });

  it('must not run, nor take the name of another', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', {
      name: 'busy',
      spec: 'steps:\n  - command: sleep 60\n',
    });
    await engine.client.call('dags.create', { name: 'idle', spec });
    await engine.client.call('dags.start', { fileName: 'busy' });

    await expect(rename(engine, 'busy', 'x')).rejects.toMatchObject({ code: 'already_running' });
    await expect(rename(engine, 'idle', 'busy')).rejects.toMatchObject({ code: 'already_exists' });
    await expect(rename(engine, 'idle', 'idle')).rejects.toMatchObject({ code: 'already_exists' });
    await expect(rename(engine, 'idle', '..')).rejects.toMatchObject({ code: 'bad_request' });
    expect(await namesIn(engine)).toEqual(['busy', 'idle']);
  });

  it('stays as it is when the history of the new name has a run of the same id', async () => {
    const engine = await anEngine();
    await endOf(await startInline(spec, { engine, name: 'new', dagRunId: 'one' }));
    await engine.client.call('dags.create', { name: 'old', spec });
    await engine.client.call('dags.startSync', { fileName: 'old', timeout: 20, dagRunId: 'one' });

    const attempt = rename(engine, 'old', 'new');

    await expect(attempt).rejects.toMatchObject({ code: 'already_exists' });
    expect(await namesIn(engine)).toEqual(['old']);
    const { dagRuns } = await engine.client.call('dags.runs', { fileName: 'old' });
    expect(dagRuns).toHaveLength(1);
  });
});
