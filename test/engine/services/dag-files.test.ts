import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anEngine, eventsOf, eventually, type TestEngine } from '../../support/engine.ts';
import { temporaryConfig } from '../../support/home.ts';

const spec = 'steps:\n  - name: main\n    command: echo x\n';
const fileOf = (engine: TestEngine, name: string): string =>
  join(engine.config.paths.dagsDir, `${name}.yaml`);
const namesIn = async (engine: TestEngine): Promise<string[]> =>
  (await engine.client.call('dags.list', {})).dags.map(({ fileName }) => fileName);

describe('a DAG', () => {
  it('is created as a file, with a step to begin with where no text is given', async () => {
    const engine = await anEngine();

    const { name } = await engine.client.call('dags.create', { name: 'a.yaml', spec });
    await engine.client.call('dags.create', { name: 'minimal' });

    expect(name).toBe('a');
    expect(readFileSync(fileOf(engine, 'a'), 'utf8')).toBe(spec);
    expect(await namesIn(engine)).toEqual(['a', 'minimal']);
    const { dag, errors } = await engine.client.call('dags.get', { fileName: 'minimal' });
    expect([dag.steps.length, errors]).toEqual([1, []]);
  });

  it('gets no name whose address is that of another function, be it new or changed', async () => {
    const { client } = await anEngine();
    await client.call('dags.create', { name: 'a', spec });
    const refused = {
      code: 'bad_request',
      message: expect.stringMatching(/The name "tags.*" is reserved/),
    };

    await expect(client.call('dags.create', { name: 'tags.yml' })).rejects.toMatchObject(refused);
    const rename = client.call('dags.rename', { fileName: 'a', newFileName: 'tags' });
    await expect(rename).rejects.toMatchObject(refused);
    const checked = await client.call('dags.validate', { name: 'tags', spec });
    expect(checked.errors[0]).toMatch(/The name "tags" is reserved/);
  });

  it('is not created over another one, nor from a text with errors, nor under a bad name', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'a', spec });
    writeFileSync(join(engine.config.paths.dagsDir, 'short.yml'), spec);
    const create = (name: string, text = spec) =>
      engine.client.call('dags.create', { name, spec: text });

    await expect(create('a')).rejects.toMatchObject({ code: 'already_exists' });
    await expect(create('short')).rejects.toMatchObject({ code: 'already_exists' });
    await expect(create('b', 'steps: 5')).rejects.toMatchObject({ code: 'bad_request' });
    for (const name of ['../b', 'b.yaml.yaml', 'b.yml.yaml', 'search', 'tags.yaml']) {
      await expect(create(name)).rejects.toMatchObject({ code: 'bad_request' });
    }
    expect(readFileSync(fileOf(engine, 'a'), 'utf8')).toBe(spec);
  });

  it('is created once when ten ask at once', async () => {
    const engine = await anEngine();
    const create = () => engine.client.call('dags.create', { name: 'a', spec });

    const answers = await Promise.allSettled(Array.from({ length: 10 }, create));

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('gives back its text to the character', async () => {
    const engine = await anEngine();
    const odd = `# Grüße \u{1f600}\r\nsteps:\r\n  - command: "echo \\t 'x'"   \n\n\n# end`;
    await engine.client.call('dags.create', { name: 'a', spec: odd });

    const answer = await engine.client.call('dags.getSpec', { fileName: 'a' });

    expect(answer).toMatchObject({ dag: { name: 'a' }, spec: odd, errors: [] });
  });

  it('is not saved while its text has problems', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'a', spec });
    const update = (text: string) =>
      engine.client.call('dags.updateSpec', { fileName: 'a', spec: text });

    const bad = await update('steps:\n  - comand: echo x\n');

    expect(bad.errors).toEqual([expect.stringMatching(/^\[2:5\] .*command/)]);
    expect(readFileSync(fileOf(engine, 'a'), 'utf8')).toBe(spec);
    expect(await update('steps: []\n')).toEqual({ errors: [] });
    expect(readFileSync(fileOf(engine, 'a'), 'utf8')).toBe('steps: []\n');
  });

  it('is saved once by two who saw the same version, and the other one is told', async () => {
    const engine = await anEngine();
    const { client } = engine;
    await client.call('dags.create', { name: 'a', spec });
    const { version } = await client.call('dags.getSpec', { fileName: 'a' });
    const update = (text: string) =>
      client.call('dags.updateSpec', { fileName: 'a', spec: text, version });

    const both = ['steps: []\n', 'steps: [] # b\n'];

    const answers = await Promise.allSettled(both.map(update));

    const won = answers.findIndex(({ status }) => status === 'fulfilled');
    expect(answers[1 - won]).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } });
    expect(readFileSync(fileOf(engine, 'a'), 'utf8')).toBe(both[won]);
    const left = readdirSync(engine.config.paths.dagsDir);
    expect(left.filter((name) => name.startsWith('a'))).toEqual(['a.yaml']);
    const { version: next } = await client.call('dags.getSpec', { fileName: 'a' });
    expect(next).not.toBe(version);
    await client.call('dags.updateSpec', { fileName: 'a', spec, version: next });
    expect((await client.call('dags.getSpec', { fileName: 'a' })).version).toBe(version);
  });

  it('is not replaced when another program has written it meanwhile, whatever is wrong with the new text', async () => {
    const engine = await anEngine();
    const { client } = engine;
    await client.call('dags.create', { name: 'a', spec });
    const { version } = await client.call('dags.getSpec', { fileName: 'a' });
    writeFileSync(fileOf(engine, 'a'), 'steps: [] # by hand\n');

    for (const text of ['steps: []\n', 'stepz: []\n']) {
      const update = client.call('dags.updateSpec', { fileName: 'a', spec: text, version });
      await expect(update).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('DAG a was changed since you read it.'),
      });
    }
    expect(readFileSync(fileOf(engine, 'a'), 'utf8')).toBe('steps: [] # by hand\n');
  });

  it('leaves its history when it is deleted', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'a', spec });
    await engine.client.call('dags.startSync', { fileName: 'a', timeout: 20, dagRunId: 'one' });
    await engine.client.call('dags.suspend', { fileName: 'a', suspend: true });

    await engine.client.call('dags.delete', { fileName: 'a' });

    expect(await namesIn(engine)).toEqual([]);
    const { dagRun } = await engine.client.call('runs.get', { name: 'a', dagRunId: 'one' });
    expect(dagRun.statusLabel).toBe('succeeded');
    const get = engine.client.call('dags.get', { fileName: 'a' });
    await expect(get).rejects.toMatchObject({ code: 'not_found' });
    await engine.client.call('dags.create', { name: 'a', spec });
    expect((await engine.client.call('dags.get', { fileName: 'a' })).suspended).toBe(false);
  });

  it('is suspended and let go again', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'a', spec: `schedule: "0 3 * * *"\n${spec}` });
    const item = async () => (await engine.client.call('dags.list', {})).dags[0];

    await engine.client.call('dags.suspend', { fileName: 'a', suspend: true });
    expect(await item()).toMatchObject({ suspended: true, nextRun: '' });
    await engine.client.call('dags.suspend', { fileName: 'a', suspend: false });

    expect(await item()).toMatchObject({
      suspended: false,
      nextRun: expect.stringContaining('T03:'),
    });
  });
});

describe('a file that someone else changes', () => {
  it('is noticed when it comes, changes and goes, once each', async () => {
    const engine = await anEngine();
    const events = eventsOf(engine);
    const changes = (): string[] =>
      events.flatMap((event) => (event.type === 'dag.changed' ? [event.change] : []));
    const file = fileOf(engine, 'outside');

    writeFileSync(file, spec);
    await eventually(() => changes().length === 1, 'the new file is noticed');
    writeFileSync(file, `tags: [edited]\n${spec}`);
    await eventually(() => changes().length === 2, 'the edit is noticed');
    const { dags } = await engine.client.call('dags.list', { tags: 'edited' });
    rmSync(file);
    await eventually(() => changes().length === 3, 'the removal is noticed');

    expect(dags.map(({ fileName }) => fileName)).toEqual(['outside']);
    expect(changes()).toEqual(['created', 'updated', 'deleted']);
    expect(await namesIn(engine)).toEqual([]);
  });

  it('is never served stale, even before it is noticed', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'a', spec });

    for (let round = 0; round < 20; round++) {
      const text = `description: round ${round}\n${spec}`;
      writeFileSync(fileOf(engine, 'a'), text);
      const answer = await engine.client.call('dags.getSpec', { fileName: 'a' });
      expect(answer.spec).toBe(text);
    }
  });

  it('is noticed when it changed while no engine ran', async () => {
    const config = temporaryConfig();
    const first = await anEngine({ config });
    for (const name of ['kept', 'gone', 'edited']) {
      await first.client.call('dags.create', { name, spec });
    }
    await first.stop();
    rmSync(fileOf(first, 'gone'));
    writeFileSync(fileOf(first, 'edited'), `description: new words\n${spec}`);
    writeFileSync(fileOf(first, 'added'), spec);

    const second = await anEngine({ config });

    const { dags } = await second.client.call('dags.list', {});
    expect(dags.map(({ fileName, dag }) => [fileName, dag.description])).toEqual([
      ['added', ''],
      ['edited', 'new words'],
      ['kept', ''],
    ]);
  });

  it('may replace another in one move, be broken, or be no file at all', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'a', spec });
    const folder = engine.config.paths.dagsDir;

    writeFileSync(join(folder, '.hidden.tmp'), 'steps: broken: yaml\n');
    renameSync(join(folder, '.hidden.tmp'), fileOf(engine, 'a'));
    mkdirSync(join(folder, 'folder.yaml'));
    writeFileSync(join(folder, 'notes.txt'), 'no DAG');
    writeFileSync(join(folder, 'bad name!.yaml'), spec);

    const list = () => engine.client.call('dags.list', {});
    await eventually(async () => {
      const { dags, errors } = await list();
      return dags[0]?.errors.length === 1 && errors.length === 2;
    }, 'the broken file, the folder and the bad name are noticed');
    const { dags, errors } = await list();
    expect(dags.map(({ fileName }) => fileName)).toEqual(['a', 'folder']);
    expect(errors.toSorted()).toEqual([
      expect.stringContaining('bad name!'),
      'folder: cannot read the file (it is a folder).',
    ]);
    expect((await engine.client.call('dags.get', { fileName: 'a' })).errors).toHaveLength(1);
  });
});

describe('the list of DAGs', () => {
  it('names what hides a file, or its DAG, for as long as it does', async () => {
    const config = temporaryConfig();
    const folder = config.paths.dagsDir;
    mkdirSync(folder, { recursive: true });
    for (const name of ['search.yaml', 'x.yaml', 'x.yml']) writeFileSync(join(folder, name), spec);
    const engine = await anEngine({ config });
    const errors = async () => (await engine.client.call('dags.list', {})).errors;

    expect(await errors()).toEqual([
      expect.stringMatching(/^search: the API uses this name .* Rename the file\.$/),
      'x.yaml: hides x.yml, which has the same name. Rename one of them.',
      'x.yml: is ignored, because x.yaml has the same name. Rename one of them.',
    ]);

    renameSync(join(folder, 'search.yaml'), join(folder, 'y.yml'));
    rmSync(join(folder, 'x.yaml'));
    await eventually(async () => (await errors()).length === 0, 'nothing is hidden any more');
    writeFileSync(join(folder, 'y.yaml'), spec);
    await eventually(async () => (await errors()).length === 2, 'the new one hides the old one');
    expect(await namesIn(engine)).toEqual(['x', 'y']);
  });
});

describe('a file that cannot be read', () => {
  // A link to itself cannot be followed; a process that reads its own memory where there is none gets an input error.
  const unreadable = [
    ['ELOOP', 'a.yaml'],
    ['EIO', '/proc/self/mem'],
  ] as const;

  it.each(unreadable)('keeps nobody from the others, before the start: %s', async (code, to) => {
    const config = temporaryConfig();
    mkdirSync(config.paths.dagsDir, { recursive: true });
    symlinkSync(to, join(config.paths.dagsDir, 'a.yaml'));
    writeFileSync(join(config.paths.dagsDir, 'b.yaml'), spec);

    const engine = await anEngine({ config });

    const { dags, errors } = await engine.client.call('dags.list', {});
    expect(dags.map((dag) => [dag.fileName, dag.errors])).toEqual([
      ['a', [`[1:1] cannot read the file (${code}).`]],
      ['b', []],
    ]);
    expect(errors).toEqual([`a: cannot read the file (${code}).`]);
  });

  it('for its size is named with the reason, before the start and after, and heals', async () => {
    const config = temporaryConfig();
    const { dagsDir } = config.paths;
    mkdirSync(dagsDir, { recursive: true });
    const huge = `${spec}#${'x'.repeat(8 * 1024 * 1024)}\n`;
    writeFileSync(join(dagsDir, 'a.yaml'), huge);
    writeFileSync(join(dagsDir, 'b.yaml'), spec);

    const engine = await anEngine({ config });
    const list = () => engine.client.call('dags.list', {});
    const before = await list();
    writeFileSync(join(dagsDir, 'c.yaml'), huge);
    await eventually(async () => (await list()).errors.length === 2, 'both are named');
    const after = await list();
    writeFileSync(join(dagsDir, 'a.yaml'), spec);
    rmSync(join(dagsDir, 'c.yaml'));
    await eventually(async () => (await list()).errors.length === 0, 'neither is named');

    const problem = 'cannot read the file (it is larger than 8 MiB).';
    expect(before.dags.map((dag) => dag.errors.length)).toEqual([1, 0]);
    expect(before.errors).toEqual([`a: ${problem}`]);
    expect(after.errors).toEqual([`a: ${problem}`, `c: ${problem}`]);
    expect(await namesIn(engine)).toEqual(['a', 'b']);
  });

  it.each(unreadable)('is named with the reason, and heals: %s', async (code, to) => {
    const engine = await anEngine();
    const { client } = engine;
    await client.call('dags.create', { name: 'a', spec });
    rmSync(fileOf(engine, 'a'));
    symlinkSync(to, fileOf(engine, 'a'));

    await expect(client.call('dags.start', { fileName: 'a' })).rejects.toMatchObject({
      code: 'bad_request',
      message: `DAG a has load errors: [1:1] cannot read the file (${code}).`,
    });
    await eventually(
      async () => (await client.call('dags.list', {})).errors.length === 1,
      'the list says so',
    );
    const { errors: inSearch } = await client.call('dags.search', { q: 'main' });
    expect(inSearch).toEqual([`a: cannot read the file (${code}).`]);
    rmSync(fileOf(engine, 'a'));
    writeFileSync(fileOf(engine, 'a'), `description: healed\n${spec}`);
    await eventually(async () => {
      const { dags, errors } = await client.call('dags.list', {});
      return errors.length === 0 && dags[0]?.dag.description === 'healed';
    }, 'it is read again');
  });
});

describe('the list of DAGs', () => {
  it('is sorted, filtered and cut into pages', async () => {
    const engine = await anEngine();
    for (const name of ['delta', 'alpha', 'charlie', 'bravo']) {
      const schedule = name === 'bravo' ? 'schedule: "* * * * *"\n' : '';
      const tags = name < 'c' ? 'tags: [env=prod]\n' : '';
      await engine.client.call('dags.create', { name, spec: `${schedule}${tags}${spec}` });
    }
    const list = async (input: object): Promise<string[]> =>
      (await engine.client.call('dags.list', input)).dags.map(({ fileName }) => fileName);

    expect(await list({})).toEqual(['alpha', 'bravo', 'charlie', 'delta']);
    expect(await list({ order: 'desc' })).toEqual(['delta', 'charlie', 'bravo', 'alpha']);
    expect(await list({ sort: 'nextRun' })).toEqual(['bravo', 'alpha', 'charlie', 'delta']);
    expect(await list({ name: 'AL' })).toEqual(['alpha']);
    expect(await list({ tags: 'env=prod' })).toEqual(['alpha', 'bravo']);
    const { dags, pagination } = await engine.client.call('dags.list', { page: 2, perPage: 3 });
    expect(dags.map(({ fileName }) => fileName)).toEqual(['delta']);
    expect(pagination).toEqual({
      totalRecords: 4,
      currentPage: 2,
      totalPages: 2,
      nextPage: null,
      prevPage: 1,
    });
  });

  it('carries the latest run, and more of them where they are asked for', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'a', spec });
    for (const dagRunId of ['one', 'two', 'three']) {
      await engine.client.call('dags.startSync', { fileName: 'a', timeout: 20, dagRunId });
    }

    const { dags } = await engine.client.call('dags.list', { recentRuns: 2 });
    const plain = await engine.client.call('dags.list', {});

    expect(dags[0]?.latestDAGRun.dagRunId).toBe('three');
    expect(dags[0]?.recentRuns?.map(({ dagRunId }) => dagRunId)).toEqual(['three', 'two']);
    expect(plain.dags[0]?.recentRuns).toBeUndefined();
  });
});
