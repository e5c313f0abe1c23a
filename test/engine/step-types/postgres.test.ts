import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stepTypeOf } from '../../../engine/steps/registry.ts';
import { campaign } from '../../support/campaign.ts';
import {
  endOf,
  engineOfFile,
  eventually,
  logOf,
  startInline,
  untilLogHolds,
  type EndedRun,
  type RunOfEngine,
} from '../../support/engine.ts';
import { freePort, temporaryFolder } from '../../support/home.ts';
import { aLine } from '../../support/line.ts';
import { postgresOfFile } from '../../support/postgres.ts';
import { describeWithReal } from '../../support/real.ts';
import { block, sqlStep } from './sql-steps.ts';

describeWithReal('postgres', 'a step of type postgres', (initdb) => {
  const engine = engineOfFile();
  const server = postgresOfFile(initdb);
  let tables = 0;
  const aTable = async (): Promise<string> => {
    const name = `t_${(tables += 1)}`;
    await server().ask(`create table ${name} (n integer primary key)`);
    return name;
  };
  const countOf = async (table: string): Promise<unknown> =>
    (await server().ask(`select count(*)::int as n from ${table}`))[0];

  const started = (spec: string, params?: string): Promise<RunOfEngine> =>
    startInline(spec, { engine: engine(), ...(params === undefined ? {} : { params }) });
  const ended = async (spec: string, params?: string): Promise<EndedRun> =>
    endOf(await started(spec, params));
  /** A remark makes the server send what it has. */
  const begun = `select 1 as begun; do $$ begin raise notice 'now'; end $$;`;
  const stop = ({ name, dagRunId }: RunOfEngine) =>
    engine().client.call('runs.stop', { name, dagRunId });
  const via = (dsn: string, config: string, ...lines: readonly string[]): string =>
    sqlStep('postgres', `config: {dsn: "${dsn}"${config}}`, ...lines);
  const sql = (config: string, ...lines: readonly string[]): string =>
    via(server().dsn(), config, ...lines);

  describe('that asks', () => {
    it('prints rows as JSON, which later steps read', async () => {
      const values = [
        `1 as n, 9007199254740993::int8 as big, 1.50::numeric as x, 'NaN'::float8 as nan, true as yes`,
        `'two "words"' as t, null as blank, '{"a": [1,\n2]}'::json as j, '{"b": 1}'::jsonb as k`,
        `'{1,NULL,2}'::int[] as list, '{{"a b","c\\"{"},{d,e}}'::text[] as nested, '{t}'::bool[] as flags`,
        `'[0:1]={1,2}'::int[] as moved, '\\x00ff'::bytea as b, date '2026-11-23' as day`,
      ];
      const after = `  - {name: after, command: 'echo "\${ROWS[0].nested[0][1]} \${ROWS[0].j.a[1]}"'}\n`;

      const run = await ended(
        sql('', block('command', `select ${values.join(', ')}`), 'output: ROWS') + after,
      );

      const printed = await logOf(run, 's');
      expect(printed).toContain('"big":9007199254740993,"x":1.50,"nan":"NaN"');
      expect(JSON.parse(printed)).toEqual([
        {
          ...{ n: 1, big: expect.any(Number), x: 1.5, nan: 'NaN', yes: true, t: 'two "words"' },
          ...{ blank: null, j: { a: [1, 2] }, k: { b: 1 }, list: [1, null, 2], flags: [true] },
          ...{
            nested: [
              ['a b', 'c"{'],
              ['d', 'e'],
            ],
            moved: [1, 2],
            b: '\\x00ff',
            day: '2026-11-23',
          },
        },
      ]);
      expect(await logOf(run, 'after')).toBe('c"{ 2');
      expect(run.node('s').facts).toEqual([
        { name: 'host', value: '127.0.0.1' },
        { name: 'rows', value: '1' },
      ]);
    });

    it.each([
      ['json', '[{"a":1,"b":"x"},\n {"a":2,"b":null}]'],
      ['jsonl', '{"a":1,"b":"x"}\n{"a":2,"b":null}'],
      ['csv, headers: true', 'a,b\n1,x\n2,'],
    ])('prints rows as %s', async (format, printed) => {
      const values = "command: values (1, 'x'), (2, null)";
      const named = values.replace('values', 'select * from (values').concat(') as v (a, b)');

      expect(await logOf(await ended(sql(`, output_format: ${format}`, named)), 's')).toBe(printed);
    });

    it('may say several things, and prints each result, what is copied and what the server remarks', async () => {
      const table = await aTable();
      const text = [
        `insert into ${table} values (1), (2); select n from ${table} order by n; select 'it''s; so' as t where false;`,
        `do $$ begin raise notice 'seen; %', 1; end $$; copy (select 7) to stdout; update ${table} set n = n + 10 where n = 1 returning n`,
      ].join('\n');

      const run = await ended(sql('', block('command', text)));

      expect(await logOf(run, 's')).toBe('[{"n":1},\n {"n":2}]\n[]\n7\n[{"n":11}]');
      expect(await logOf(run, 's', 'stderr')).toBe('NOTICE: seen; 1');
      expect(run.node('s').facts?.slice(1)).toEqual([
        { name: 'rows', value: '3' },
        { name: 'changed', value: '4' },
      ]);
    });

    it.each([
      [
        '[1, 2.5, true, null, "x\'); drop table t; --", "${EVIL}"]',
        '$1::int, $2::float8, $3::bool, $4::text, $5, $6',
      ],
      [
        '{a: 1, b: 2.5, c: true, d: null, e: "x\'); drop table t; --", f: "${EVIL}"}',
        ':a::int, :b::float8, :c::bool, :d::text, :e, :f',
      ],
    ])('binds values, which stay values whatever they hold: %s', async (params, places) => {
      const evil = "1; $(touch /tmp/x) `id` ${NAME}'";
      const select = `command: "select * from (values (${places})) as v (a, b, c, d, e, f)"`;

      const run = await ended(
        `params: [{EVIL: none}]\n${sql(`, params: ${params}`, select)}`,
        JSON.stringify({ EVIL: evil }),
      );

      const row = { a: 1, b: 2.5, c: true, d: null, e: "x'); drop table t; --", f: evil };
      expect(JSON.parse(await logOf(run, 's'))).toEqual([row]);
    });

    it('connects by words as well as by a URI', async () => {
      const { port, user, password } = server();
      const words = `host=127.0.0.1 port=${port} user=${user} password='${password}' dbname=postgres sslmode=disable application_name='it is me'`;
      const name = `command: select current_setting('application_name') as name`;

      expect(await logOf(await ended(via(words, '', name)), 's')).toBe('[{"name":"it is me"}]');
    });

    it('trusts the certificate of a server as the step says, and cancels there too', async () => {
      const secure = (mode: string) => `${server().dsn()}?sslmode=${mode}`;
      const env = `env: [{NODE_EXTRA_CA_CERTS: ${server().certFile}}]`;
      const ask = 'command: select ssl from pg_stat_ssl where pid = pg_backend_pid()';

      const refused = await ended(via(secure('verify-full'), '', ask));
      const trusted = await ended(via(secure('verify-full'), '', ask, env));
      const careless = await ended(via(secure('no-verify'), '', ask));
      const run = await started(
        via(secure('no-verify'), '', block('command', `${begun} select pg_sleep(1000)`)),
      );
      await untilLogHolds(run, 's', 'begun');
      await stop(run);

      expect(refused.node('s').error).toContain('self-signed certificate');
      expect(await logOf(trusted, 's')).toBe('[{"ssl":true}]');
      expect(await logOf(careless, 's')).toBe('[{"ssl":true}]');
      expect((await endOf(run)).node('s').statusLabel).toBe('aborted');
    });

    it('does what the example of the manual says', async () => {
      const table = 'create table orders (id int, city text, total int, closed bool)';
      await server().ask(`${table}; insert into orders values (7, 'Athens', 150), (8, 'Oslo', 99)`);
      const spec = stepTypeOf('postgres').example;
      process.env['SHOP_DSN'] = server().dsn();
      onTestFinished(() => void delete process.env['SHOP_DSN']);

      const run = await ended(spec);

      expect(await logOf(run, 'orders')).toBe('id,total\n7,150');
      expect(await server().ask('select count(*)::int as n from orders where closed')).toEqual([
        { n: 2 },
      ]);
    });

    it('asks for tables of any name', async () => {
      const table = `"it's; a ""$X"" {table} é"`;

      const run = await ended(
        sql('', block('command', `create table ${table} (n int); select * from ${table}`)),
      );

      expect(await logOf(run, 's')).toBe('[]');
    });
  });

  describe('with a script', () => {
    it.each([
      ['script', '', 0],
      ['command', ', transaction: true', 0],
      ['command', ', params: [], transaction: false', 0],
    ])('does all of it or nothing: %s%s', async (key, config, count) => {
      const table = await aTable();
      const text = `insert into ${table} values (2); -- a comment; with a semicolon\ninsert into ${table} values (2);`;

      const failed = await ended(sql(config, block(key, text)));

      expect(failed.node('s').error).toBe(
        `duplicate key value violates unique constraint "${table}_pkey"; Key (n)=(2) already exists.`,
      );
      expect(await countOf(table)).toEqual({ n: count });
      await ended(
        sql(config, block(key, text.replace('(2);\n', '(1);\n').replace('(2); --', '(1); --'))),
      );
      expect(await countOf(table)).toEqual({ n: 2 });
    });

    it('that ends its transaction itself fails', async () => {
      const table = await aTable();

      const run = await ended(sql('', block('script', `insert into ${table} values (1); commit`)));

      expect(run.node('s').error).toBe('the statements ended their transaction themselves');
    });
  });

  describe('that goes wrong', () => {
    it.each([
      ['command: selec 1', '', 'syntax error at or near "selec"'],
      [
        'command: "select 1;\\nselect * from nowhere"',
        '',
        'relation "nowhere" does not exist (line 2)',
      ],
      ['command: select $1', '', 'there is no parameter $1'],
      [
        'command: select $1; select 1',
        ', params: [1]',
        'cannot insert multiple commands into a prepared',
      ],
      ['command: select :a', ', params: {a: 1, b: 2}', '`params`: `:b` is not in the statement'],
      ['command: copy t from stdin', '', 'relation "t" does not exist'],
    ])('says why: %s %s', async (line, config, error) => {
      const run = await ended(sql(config, line));

      expect(run.node('s')).toMatchObject({
        statusLabel: 'failed',
        exitCode: 1,
        error: expect.stringContaining(error),
      });
    });

    it('for its password, its address or its database says so, and never the password', async () => {
      const { port } = server();
      const file = join(temporaryFolder('secret'), 'password');
      writeFileSync(file, 'wrong-word-0815');
      const secret = `secrets: [{name: PW, provider: file, key: ${file}}]\n`;
      const wrong = `postgres://tester:\${PW}@127.0.0.1:${port}/postgres`;
      const closed = await freePort();
      const failures = [
        [
          wrong,
          `cannot connect to 127.0.0.1:${port}/postgres: password authentication failed for user "tester"`,
        ],
        [wrong.replace('@', '-4711@'), 'password authentication failed'],
        [
          `postgres://a:b@127.0.0.1:${closed}/x`,
          `cannot connect to 127.0.0.1:${closed}/x: connect ECONNREFUSED`,
        ],
        ['postgres://a:b@name.invalid/x', 'cannot connect to name.invalid:5432/x: getaddrinfo'],
        [
          server()
            .dsn()
            .replace(/postgres$/, 'nothing'),
          'database "nothing" does not exist',
        ],
      ] as const;

      for (const [dsn, error] of failures) {
        const run = await ended(secret + via(dsn, '', 'command: select 1'));

        expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1 });
        expect(run.node('s').error).toContain(error);
        expect(JSON.stringify(run.run)).not.toContain('wrong-word-0815');
        expect(await logOf(run, 's', 'stderr')).not.toContain('wrong-word-0815');
      }
    });

    it.each(['while it waits', 'in the middle of a row'])(
      'for its connection, %s, is a failure',
      async (when) => {
        const line = await aLine(server().port);
        const text = `${begun} select n, repeat('x', 1000) as t, pg_sleep(${when === 'while it waits' ? 100 : 0}) from (select generate_series(1, 100000000) as n) as many`;
        const run = await started(
          via(server().dsn(line.port), ', output_format: jsonl', block('command', text)),
        );
        await untilLogHolds(run, 's', '"begun":1');

        if (when === 'while it waits') line.cut();
        else line.cutAfter(200_500);

        expect((await endOf(run)).node('s')).toMatchObject({
          statusLabel: 'failed',
          exitCode: 1,
          error: 'Connection terminated unexpectedly',
        });
      },
    );
  });

  describe('that takes too long', () => {
    const sleeping = `${begun} select pg_sleep(1000) /* %s */`;
    const isAsked = async (mark: string): Promise<boolean> =>
      (
        await server().ask(
          `select 1 from pg_stat_activity where query like '%${mark}%' and state = 'active' and pid <> pg_backend_pid()`,
        )
      ).length > 0;

    it('ends by its timeout', async () => {
      const run = await ended(sql(', timeout: 1', 'command: select pg_sleep(1000)'));

      const error = 'canceling statement due to statement timeout (the timeout is 1s)';
      expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1, error });
    });

    it.each([
      ['the time limit of the step', 'timeout_sec: 2', { statusLabel: 'failed', exitCode: 124 }],
      ['a stop', '', { statusLabel: 'aborted' }],
    ])('is canceled on the server by %s', async (ending, limit, expected) => {
      const table = await aTable();
      const mark = `marked ${table}`;
      const text = `insert into ${table} values (1); ${sleeping.replace('%s', mark)}`;
      const run = await started(sql('', block('script', text), limit));
      await untilLogHolds(run, 's', 'begun');

      if (ending === 'a stop') await stop(run);

      expect((await endOf(run)).node('s')).toMatchObject(expected);
      await eventually(async () => !(await isAsked(mark)), 'the server has canceled it');
      expect(await countOf(table)).toEqual({ n: 0 });
    });
  });

  it('brings a result that is larger than any memory to the log as it comes', async () => {
    const megabytes = campaign('DAGWRIGHT_SQL_MEGABYTES', { short: 8, full: 1024 });
    const rows = `select n, repeat('x', 1000) as t from generate_series(1, ${megabytes * 1024}) as n`;

    const run = await ended(sql(', output_format: jsonl', `command: ${rows}`));

    expect(run.node('s').statusLabel).toBe('succeeded');
    expect(statSync(run.node('s').stdout).size).toBeGreaterThan(megabytes * 1024 * 1000);
  });
});
