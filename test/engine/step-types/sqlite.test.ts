import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Library from 'better-sqlite3';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { campaign } from '../../support/campaign.ts';
import {
  endOf,
  engineOfFile,
  logOf,
  startInline,
  untilLogHolds,
  type EndedRun,
} from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { block, sqlStep } from './sql-steps.ts';

const engine = engineOfFile();
let file = '';
beforeEach(() => {
  file = join(temporaryFolder('sqlite'), 'data.db');
});

const ended = async (spec: string, params?: string): Promise<EndedRun> =>
  endOf(await startInline(spec, { engine: engine(), ...(params === undefined ? {} : { params }) }));
const sql = (config: string, ...lines: readonly string[]): string =>
  sqlStep('sqlite', `config: {dsn: "${file}"${config}}`, ...lines);

/** The file as another program has it open. */
function other() {
  const database = new Library(file);
  onTestFinished(() => void database.close());
  return database;
}

describe('a statement for SQLite', () => {
  it('prints its rows as JSON, which later steps read', async () => {
    const after = `  - {name: after, command: 'echo "\${ROWS[0].t}"'}\n`;
    const spec = sql(
      '',
      `command: select 1 as n, 1.5 as x, 'two "words"' as t, null as blank, 9007199254740993 as big, x'00ff' as b`,
      'output: ROWS',
    );

    const run = await ended(spec + after);

    expect(await logOf(run, 's')).toBe(
      String.raw`[{"n":1,"x":1.5,"t":"two \"words\"","blank":null,"big":9007199254740993,"b":"\\x00ff"}]`,
    );
    expect(await logOf(run, 'after')).toBe('two "words"');
    expect(run.node('s').facts).toEqual([{ name: 'rows', value: '1' }]);
  });

  it.each([
    ['json', '[{"a":1,"b":"x"},\n {"a":2,"b":null}]'],
    ['jsonl', '{"a":1,"b":"x"}\n{"a":2,"b":null}'],
    ['csv', '1,x\n2,'],
    ['csv, headers: true', 'a,b\n1,x\n2,'],
  ])('prints rows as %s', async (format, printed) => {
    const values = "command: select 1 as a, 'x' as b union all select 2, null";

    expect(await logOf(await ended(sql(`, output_format: ${format}`, values)), 's')).toBe(printed);
  });

  it('quotes in CSV what would be read as something else', async () => {
    const values = `command: 'select ''a,b'', ''say "x"'', char(10), '''', null'`;

    const run = await ended(sql(', output_format: csv', values));

    expect(await logOf(run, 's')).toBe('"a,b","say ""x""","\n","",');
  });

  it('prints an empty list where a query has no rows, and nothing where there is no query', async () => {
    expect(await logOf(await ended(sql('', 'command: select 1 as a where 0')), 's')).toBe('[]');
    expect(await logOf(await ended(sql('', 'command: create table t (n)')), 's')).toBe('');
  });

  it('may stand in config, with values from the DAG filled in and placeholders left alone', async () => {
    const step = sql(`, command: "select \${N} as n, '$N $1' as t"`);

    const run = await ended(`params: [{N: 7}]\n${step}`);

    expect(await logOf(run, 's')).toBe('[{"n":7,"t":"$N $1"}]');
  });

  it('may be one of several, whose results are printed in order', async () => {
    const text = [
      'create table t (a); -- with a semicolon; here',
      `insert into t values ('x;y') returning a;`,
      'create trigger g after update on t begin select 1; select 2; end;',
      `update t set a = 'it''s; so'; /* ; */ select a from t; values (1)`,
    ].join('\n');

    const run = await ended(sql('', block('command', text)));

    expect(await logOf(run, 's')).toBe(`[{"a":"x;y"}]\n[{"a":"it's; so"}]\n[{"column1":1}]`);
    expect(run.node('s').facts).toEqual([
      { name: 'rows', value: '3' },
      { name: 'changed', value: '2' },
    ]);
  });

  it.each([
    ['[1, 2.5, true, null, "x\'); drop table t; --", "${EVIL}"]', '?, ?, ?, ?, ?, ?'],
    [
      `{a: 1, b: 2.5, c: true, d: null, e: "x'); drop table t; --", f: "\${EVIL}"}`,
      ':a, :b, :c, :d, :e, :f',
    ],
  ])('binds values, which stay values whatever they hold: %s', async (params, places) => {
    const names = 'select a, b, c, d, e, f';
    const select = `command: "${names} from (select 0 a, 0 b, 0 c, 0 d, 0 e, 0 f where 0 union all values (${places}))"`;
    const evil = "1; $(touch /tmp/x) `id` ${NAME}'";

    const run = await ended(
      `params: [{EVIL: none}]\n${sql(`, params: ${params}`, select)}`,
      JSON.stringify({ EVIL: evil }),
    );

    const row = { a: 1, b: 2.5, c: 1, d: null, e: "x'); drop table t; --", f: evil };
    expect(JSON.parse(await logOf(run, 's'))).toEqual([row]);
  });

  it('names a file and tables as it likes', async () => {
    file = join(file, '..', `o'dd "näme" $X; é%20.db`);
    const quoted = `"it's; a ""table"""`;
    const make = block('command', `create table ${quoted} (n); select name from sqlite_master`);

    const run = await ended(sqlStep('sqlite', `config: {dsn: ${JSON.stringify(file)}}`, make));

    expect(JSON.parse(await logOf(run, 's'))).toEqual([{ name: `it's; a "table"` }]);
    expect(existsSync(file.replace('$X', ''))).toBe(true);
  });
});

describe('a script for SQLite', () => {
  it('happens as a whole or not at all', async () => {
    other().exec('create table t (n integer primary key); insert into t values (1)');
    const text = 'insert into t values (2);\ninsert into t values (1);';

    const failed = await ended(sql('', block('script', text)));

    expect(failed.node('s')).toMatchObject({
      statusLabel: 'failed',
      exitCode: 1,
      error: 'UNIQUE constraint failed: t.n',
    });
    expect(other().prepare('select count(*) from t').pluck().get()).toBe(1);
    await ended(sql('', block('script', text.replace('(1)', '(3)'))));
    expect(other().prepare('select count(*) from t').pluck().get()).toBe(3);
  });

  it.each([
    ['transaction: true', 1],
    ['transaction: false', 2],
  ])('differs from a command with %s', async (config, count) => {
    other().exec('create table t (n integer primary key); insert into t values (1)');

    await ended(sql(`, ${config}`, 'command: insert into t values (2); insert into t values (1)'));

    expect(other().prepare('select count(*) from t').pluck().get()).toBe(count);
  });

  it('reads a database that nobody may write', async () => {
    other().exec('create table t (n); insert into t values (1)');
    const reading = sqlStep(
      'sqlite',
      `config: {dsn: "file:${file}?mode=ro"}`,
      'script: select n from t',
    );

    expect(await logOf(await ended(reading), 's')).toBe('[{"n":1}]');
    const writing = await ended(reading.replace('select n from t', 'delete from t'));
    expect(writing.node('s').error).toBe('attempt to write a readonly database');
  });

  it('of many thousand statements is done in one go', async () => {
    const text = `create table t (n);\n${'insert into t values (1);\n'.repeat(20_000)}select count(*) as n from t`;

    expect(await logOf(await ended(sql('', block('script', text))), 's')).toBe('[{"n":20000}]');
  });
});

describe('a database that another process has locked', () => {
  it('is waited for', async () => {
    const holder = other();
    holder.exec('create table t (n); begin immediate');
    const insert = 'command: select 1 as begun; insert into t values (1)';
    const started = await startInline(sql('', insert), { engine: engine() });
    await untilLogHolds(started, 's', 'begun');

    holder.exec('commit');

    expect((await endOf(started)).node('s').statusLabel).toBe('succeeded');
  });

  it('is waited for as long as the timeout allows', async () => {
    other().exec('create table t (n); begin immediate');

    const run = await ended(sql(', timeout: 1', 'command: insert into t values (1)'));

    const error = 'database is locked: another process held it for the timeout of 1s';
    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1, error });
  });

  it('is waited for until the time limit of the step, or a stop', async () => {
    other().exec('create table t (n); begin immediate');
    const insert = 'command: select 1 as begun; insert into t values (1)';

    const limited = await ended(sql('', insert, 'timeout_sec: 1'));
    const started = await startInline(sql('', insert), { engine: engine() });
    await untilLogHolds(started, 's', 'begun');
    const { name, dagRunId } = started;
    await engine().client.call('runs.stop', { name, dagRunId });

    expect(limited.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 124 });
    expect((await endOf(started)).node('s').statusLabel).toBe('aborted');
  });
});

describe('a statement for SQLite that goes wrong', () => {
  it.each([
    ['command: selec 1', '', 'near "selec": syntax error'],
    ['command: select * from nowhere', '', 'no such table: nowhere'],
    ['command: select ?', '', 'a placeholder has no value: give it one in `params`'],
    ['command: select ?', ', params: [1, 2]', 'Too many parameter values were provided'],
    ['command: "select :a"', ', params: {b: 1}', 'Missing named parameter "a"'],
    ['command: select ?; select 1', ', params: [1]', '`params` requires exactly one'],
    ['script: select 1; commit; select 2', '', 'no transaction is active'],
  ])('says why: %s %s', async (line, config, error) => {
    const run = await ended(sql(config, line));

    expect(run.node('s')).toMatchObject({
      statusLabel: 'failed',
      exitCode: 1,
      error: expect.stringContaining(error),
    });
  });

  it('names no file that is not there and is none', async () => {
    file = join(file, 'below', 'data.db');
    expect((await ended(sql('', 'command: select 1'))).node('s').error).toContain(
      'Cannot open database because the directory does not exist',
    );
    file = import.meta.filename;
    expect((await ended(sql('', 'command: select * from t'))).node('s').error).toBe(
      'file is not a database',
    );
  });

  it('takes back what it has not committed when it is stopped in the middle', async () => {
    other().exec('create table t (n)');
    const endless =
      'insert into t values (1);\nselect 0 as begun;\nwith recursive r(n) as (select 1 union all select n + 1 from r) select n from r;';
    const started = await startInline(sql(', output_format: jsonl', block('script', endless)), {
      engine: engine(),
    });
    await untilLogHolds(started, 's', '"begun":0');

    const { name, dagRunId } = started;
    await engine().client.call('runs.stop', { name, dagRunId });

    expect((await endOf(started)).node('s').statusLabel).toBe('aborted');
    expect(other().prepare('select count(*) from t').pluck().get()).toBe(0);
  });
});

it('a result that is larger than any memory goes to the log as it comes', async () => {
  const megabytes = campaign('DAGWRIGHT_SQL_MEGABYTES', { short: 8, full: 1024 });
  const rows = `with recursive r(n) as (select 1 union all select n + 1 from r where n < ${megabytes * 1024}) select n, hex(zeroblob(500)) as t from r`;

  const run = await ended(sql(', output_format: jsonl', `command: ${rows}`));

  expect(run.node('s')).toMatchObject({
    statusLabel: 'succeeded',
    facts: [{ name: 'rows', value: String(megabytes * 1024) }],
  });
  expect(statSync(run.node('s').stdout).size).toBeGreaterThan(megabytes * 1024 * 1000);
});
