import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EngineError } from '../../../engine/contract/errors.ts';
import { anEngine, endOf, eventually, logOf, type TestEngine } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

const quick = 'steps:\n  - name: main\n    command: echo "hello $NAME"\n';
const slow = 'max_clean_up_time_sec: 1\nsteps:\n  - name: main\n    command: sleep 60\n';

async function engineWith(dags: Record<string, string>): Promise<TestEngine> {
  const engine = await anEngine();
  for (const [name, spec] of Object.entries(dags)) {
    await engine.client.call('dags.create', { name, spec });
  }
  return engine;
}

const codeOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'done',
    (error: EngineError) => error.code,
  );

describe('a start', () => {
  it('answers with an id under which the run is found at once', async () => {
    const engine = await engineWith({ daily: quick });

    const { dagRunId } = await engine.client.call('dags.start', { fileName: 'daily.yaml' });

    expect(dagRunId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    const { dagRun } = await engine.client.call('dags.run', { fileName: 'daily', dagRunId });
    expect(dagRun).toMatchObject({ dagRunId, name: 'daily', triggerType: 'manual', params: '{}' });
  });

  it('passes parameters on', async () => {
    const engine = await engineWith({ daily: `params:\n  - NAME: someone\n${quick}` });
    const start = { fileName: 'daily', params: 'NAME="my friend"', dagRunId: 'one' };

    await engine.client.call('dags.start', start);
    const ended = await endOf({ engine, name: 'daily', dagRunId: 'one' });

    expect(await logOf(ended, 'main')).toBe('hello my friend');
    expect(ended.run.params).toBe('{"NAME":"my friend"}');
  });

  it('takes another name for the run', async () => {
    const engine = await engineWith({ daily: quick });

    await engine.client.call('dags.start', {
      fileName: 'daily',
      dagName: 'other',
      dagRunId: 'one',
    });
    const { run } = await endOf({ engine, name: 'other', dagRunId: 'one' });

    expect(run.name).toBe('other');
  });

  it.each(['a b', 'latest', '', 'x'.repeat(65), '../up', 'ü'])('refuses the id %j', async (id) => {
    const engine = await engineWith({ daily: quick });

    const start = engine.client.call('dags.start', { fileName: 'daily', dagRunId: id });

    expect(await codeOf(start)).toBe('bad_request');
    expect((await engine.client.call('runs.list', {})).dagRuns).toEqual([]);
  });

  it('refuses an id that the DAG has used, and allows it for another DAG', async () => {
    const engine = await engineWith({ daily: quick, weekly: quick });
    const start = (fileName: string) =>
      codeOf(engine.client.call('dags.start', { fileName, dagRunId: 'one' }));

    expect(await start('daily')).toBe('done');
    expect(await start('daily')).toBe('already_exists');
    expect(await start('weekly')).toBe('done');
  });

  it('begins one run only when twenty ask for the same id at once', async () => {
    const engine = await engineWith({ daily: quick });
    const start = () =>
      codeOf(engine.client.call('dags.start', { fileName: 'daily', dagRunId: 'one' }));

    const answers = await Promise.all(Array.from({ length: 20 }, start));

    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['done', 'already_exists']));
    await endOf({ engine, name: 'daily', dagRunId: 'one' });
    expect((await engine.client.call('runs.list', {})).dagRuns).toHaveLength(1);
  });

  it('refuses a DAG that has errors, and one that is not there', async () => {
    const engine = await anEngine();
    writeFileSync(join(engine.config.paths.dagsDir, 'broken.yaml'), 'steps: 5\n');

    const start = (fileName: string) => engine.client.call('dags.start', { fileName });

    await expect(start('broken')).rejects.toMatchObject({
      code: 'bad_request',
      extras: { details: { errors: [expect.stringMatching(/^\[1:\d+\]/)] } },
    });
    expect(await codeOf(start('absent'))).toBe('not_found');
    expect(await codeOf(start('../../etc/passwd'))).toBe('not_found');
  });

  it('names what cannot be resolved, and leaves nothing behind', async () => {
    const engine = await engineWith({
      env: `env:\n  - BAD: "\`exit 3\`"\n${quick}`,
      place: `working_dir: \${NOWHERE}/x\n${quick}`,
    });
    const start = (fileName: string) => engine.client.call('dags.start', { fileName });

    await expect(start('env')).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('`env BAD`'),
    });
    await expect(start('place')).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('`working_dir` uses ${NOWHERE}'),
    });
    expect((await engine.client.call('runs.list', {})).dagRuns).toEqual([]);
    expect(engine.complaints).toEqual([]);
  });

  it.each([
    ['malformed.env', ':2": expected KEY=value'],
    ['folder', '": the file .* is not a regular file'],
  ])('names the dotenv file %s that it cannot read, by either way to start', async (file, why) => {
    const folder = temporaryFolder('dotenv');
    writeFileSync(join(folder, 'malformed.env'), 'A=1\nthis is bad\n');
    mkdirSync(join(folder, 'folder'));
    const spec = `working_dir: ${folder}\ndotenv: ${file}\n${quick}`;
    const engine = await engineWith({ daily: spec });
    const refusal = {
      code: 'bad_request',
      message: expect.stringMatching(`^cannot resolve \`dotenv\`: dotenv ".*/${file}${why}`),
    };

    const stored = () => engine.client.call('dags.start', { fileName: 'daily' });
    const inline = () => engine.client.call('runs.start', { name: 'daily', spec });

    await expect(stored()).rejects.toMatchObject(refusal);
    await expect(inline()).rejects.toMatchObject(refusal);
    expect((await engine.client.call('runs.list', {})).dagRuns).toEqual([]);
  });
});

describe('a singleton start', () => {
  it('is one of twenty at once, whatever they come by', async () => {
    const engine = await engineWith({ daily: slow });
    const singleton = { fileName: 'daily', singleton: true };
    const inline = { name: 'daily', spec: slow, singleton: true };

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        codeOf(
          index % 2 === 0
            ? engine.client.call('dags.start', singleton)
            : engine.client.call('runs.start', inline),
        ),
      ),
    );

    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect((await engine.client.call('runs.list', {})).dagRuns).toHaveLength(1);
  });

  it('is refused in the words of each way to start', async () => {
    const engine = await engineWith({ daily: slow });
    await engine.client.call('dags.start', { fileName: 'daily' });
    const singleton = { fileName: 'daily', singleton: true };
    const inline = { name: 'daily', spec: slow, singleton: true };

    const codes = [
      await codeOf(engine.client.call('dags.start', singleton)),
      await codeOf(engine.client.call('dags.startSync', { ...singleton, timeout: 5 })),
      await codeOf(engine.client.call('runs.start', inline)),
      await codeOf(engine.client.call('dags.start', { fileName: 'daily' })),
    ];

    expect(codes).toEqual(['already_running', 'already_exists', 'max_run_reached', 'done']);
  });

  it('is let in when the earlier run has ended', async () => {
    const engine = await engineWith({ daily: quick });
    await engine.client.call('dags.startSync', { fileName: 'daily', timeout: 20 });

    const second = engine.client.call('dags.start', { fileName: 'daily', singleton: true });

    expect(await codeOf(second)).toBe('done');
  });
});

describe('a start that waits', () => {
  it('answers with the run when it has ended', async () => {
    const engine = await engineWith({ daily: quick });

    const { dagRun } = await engine.client.call('dags.startSync', {
      fileName: 'daily',
      timeout: 20,
    });

    expect(dagRun.statusLabel).toBe('succeeded');
    expect(dagRun.nodes[0]?.statusLabel).toBe('succeeded');
  });

  it('answers with a run that keeps no history', async () => {
    const engine = await engineWith({ daily: `hist_retention_days: 0\n${quick}` });

    const { dagRun } = await engine.client.call('dags.startSync', {
      fileName: 'daily',
      timeout: 20,
    });

    expect(dagRun.statusLabel).toBe('succeeded');
  });

  it('leaves nothing of a run that keeps no history, its logs included', async () => {
    const engine = await engineWith({ daily: `hist_retention_days: 0\n${quick}` });

    await engine.client.call('dags.startSync', { fileName: 'daily', timeout: 20 });

    await eventually(
      async () => (await engine.client.call('runs.list', {})).dagRuns.length === 0,
      'the run is forgotten',
    );
    const { logDir } = engine.config.paths;
    await eventually(() => readdirSync(logDir).length === 0, 'its logs are gone');
  });

  it('says when its time is over which run goes on', async () => {
    const engine = await engineWith({ daily: slow });
    const start = { fileName: 'daily', timeout: 1, dagRunId: 'one' };

    const attempt = engine.client.call('dags.startSync', start);

    await expect(attempt).rejects.toMatchObject({
      code: 'timeout',
      extras: { dagRunId: 'one' },
    });
    const { dagRun } = await engine.client.call('dags.run', { fileName: 'daily', dagRunId: 'one' });
    expect(dagRun.statusLabel).toBe('running');
  });
});

describe('a start without a stored DAG', () => {
  it('runs the text of the request under the name of the request', async () => {
    const engine = await anEngine();
    const spec = `name: in-spec\n${quick}`;

    const first = await engine.client.call('runs.start', { spec, name: 'asked' });
    const second = await engine.client.call('runs.start', { spec });

    expect((await endOf({ engine, name: 'asked', ...first })).run.statusLabel).toBe('succeeded');
    expect((await endOf({ engine, name: 'in-spec', ...second })).run.statusLabel).toBe('succeeded');
    expect((await engine.client.call('dags.list', {})).dags).toEqual([]);
  });

  it('needs a name from somewhere, and a valid text', async () => {
    const engine = await anEngine();
    const start = (spec: string) => engine.client.call('runs.start', { spec });

    await expect(start(quick)).rejects.toMatchObject({
      code: 'bad_request',
      extras: { details: { fields: { name: 'is required' } } },
    });
    await expect(start('name: x\nstepz: []\n')).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('succeeds at once without steps', async () => {
    const engine = await anEngine();

    const { dagRunId } = await engine.client.call('runs.start', { spec: 'name: empty\n' });
    const { run } = await endOf({ engine, name: 'empty', dagRunId });

    expect(run).toMatchObject({ statusLabel: 'succeeded', nodes: [] });
  });

  it('leaves no private folder behind', async () => {
    const engine = await anEngine();
    const { dagRunId } = await engine.client.call('runs.start', { spec: `name: inline\n${quick}` });
    await endOf({ engine, name: 'inline', dagRunId });

    const work = join(engine.config.paths.dataDir, 'work');
    await eventually(() => readdirSync(work).length === 0, 'the work folder is empty');
  });
});

describe('the working directory of a stored DAG', () => {
  it('is the folder of its file', async () => {
    const engine = await engineWith({ daily: 'steps:\n  - name: main\n    command: pwd\n' });

    const { dagRun } = await engine.client.call('dags.startSync', {
      fileName: 'daily',
      timeout: 20,
    });

    const log = await logOf({ engine, name: 'daily', dagRunId: dagRun.dagRunId }, 'main');
    expect(log).toBe(engine.config.paths.dagsDir);
  });

  it('is not that of the engine', async () => {
    const folder = temporaryFolder();
    const engine = await engineWith({
      daily: `working_dir: ${folder}\nsteps:\n  - command: touch here\n`,
    });

    await engine.client.call('dags.startSync', { fileName: 'daily', timeout: 20 });

    expect(existsSync(join(folder, 'here'))).toBe(true);
  });
});
