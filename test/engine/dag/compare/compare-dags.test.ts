import { describe, expect, it } from 'vitest';
import { compared, told } from './compare.ts';

const NONE = { added: [], removed: [] };
const graph = `type: graph
steps:
  - name: fetch
    command: curl -s https://a.example.com/orders > orders.json
  - name: count
    depends: fetch
    command: jq length orders.json
`;
const step = (name: string, parts: object) => ({
  name,
  previousName: name,
  fields: [],
  depends: NONE,
  ...parts,
});

describe('what changes in meaning', () => {
  it('is nothing where only comments, order of keys and spelling differ', () => {
    const tagged = `tags: [b, a]\n${graph}`;
    const other = `# nightly
tags: [a, b]
steps: [{ command: 'curl -s https://a.example.com/orders > orders.json', name: "fetch" },
  { command: ["jq length orders.json"], depends: [fetch], name: count }]
type: "graph" # by depends
`;

    expect(told(tagged, other)).toEqual({ change: 'none' });
  });

  it('names a key with its old and new value, and the smallest part of it', () => {
    const before = `timeout_sec: 0
env: [{ A: one }, { B: two }]
steps:
  - name: a
    command: echo hi
    retry_policy: { limit: 3, interval_sec: 5 }
`;
    const after = before
      .replace('timeout_sec: 0', 'timeout_sec: 60')
      .replace('B: two', 'B: three')
      .replace('limit: 3', 'limit: 9');

    expect(told(before, after)).toEqual({
      change: 'changed',
      fields: [
        { field: 'env.B', before: 'two', after: 'three' },
        { field: 'timeout_sec', before: '0', after: '60' },
      ],
      steps: [
        step('a', {
          change: 'changed',
          fields: [{ field: 'retry_policy.limit', before: '3', after: '9' }],
        }),
      ],
    });
  });

  it('is one rename where a step has another name, and not what follows it', () => {
    const after = graph.replaceAll('fetch', 'download').replace('-s https', '-sS https');

    expect(told(graph, after)).toEqual({
      change: 'changed',
      steps: [
        step('download', {
          change: 'renamed',
          previousName: 'fetch',
          fields: [
            {
              field: 'command',
              before: 'curl -s https://a.example.com/orders > orders.json',
              after: 'curl -sS https://a.example.com/orders > orders.json',
            },
          ],
        }),
      ],
    });
  });

  it('is a removed and an added step where the work is another one', () => {
    const after = graph.replace('- name: count', '- name: mail').replace('jq length', 'mail me <');

    expect(compared(graph, after).steps.map(({ change, name }) => [change, name])).toEqual([
      ['added', 'mail'],
      ['removed', 'count'],
    ]);
  });

  it('tells the dependencies that another order of a chain brings', () => {
    const before = 'steps: [{name: a, command: one}, {name: b, command: two}]';
    const after = 'steps: [{name: b, command: two}, {name: a, command: one}]';

    expect(told(before, after)).toEqual({
      change: 'changed',
      steps: [
        step('b', { change: 'changed', depends: { added: [], removed: ['a'] } }),
        step('a', { change: 'changed', depends: { added: ['b'], removed: [] } }),
      ],
    });
  });

  it('takes no name that only says the place of a step for a name', () => {
    const before = 'steps: [make all, make install]';
    const after = 'steps: [git pull, make all, make install]';

    expect(compared(before, after).steps).toMatchObject([
      { change: 'added', name: 'cmd_1' },
      { change: 'changed', name: 'cmd_2', fields: [], depends: { added: ['cmd_1'], removed: [] } },
    ]);
  });

  it('takes the step with equal content for the same one, whatever its place', () => {
    const chain = (...values: number[]) =>
      JSON.stringify({ steps: values.map((A) => ({ command: 'run it', env: { A } })) });

    expect(compared(chain(1, 2), chain(2)).steps).toMatchObject([
      { change: 'changed', name: 'cmd_1', fields: [], depends: { removed: ['cmd_1'] } },
      { change: 'removed', name: 'cmd_1' },
    ]);
  });

  it('tells the next five times before and after, in the zones of their lines', () => {
    const before = `schedule: "30 2 * * *"\nsteps: [echo]`;
    const after = `schedule: "CRON_TZ=Asia/Tokyo 30 2 * * *"\nsteps: [echo]`;
    const { schedule } = compared(before, after);

    expect(schedule?.timezone).toBe('Europe/Berlin');
    expect(schedule?.before.lines).toEqual([{ kind: 'start', expression: '30 2 * * *' }]);
    expect(schedule?.before.next).toHaveLength(5);
    expect(schedule?.before.next[0]).toMatchObject({
      local: '2026-03-29 03:00',
      timezone: 'Europe/Berlin',
      rule: 'gap',
    });
    expect(schedule?.after.next.map(({ time }) => time)).toEqual(
      [28, 29, 30, 31]
        .map((day) => `2026-03-${day}T17:30:00.000Z`)
        .concat('2026-04-01T17:30:00.000Z'),
    );
  });

  it('tells parameters with their defaults, and which are required', () => {
    const before = 'params: [{ A: 1 }, { B: 2 }]\nsteps: [echo]';
    const after = `params:
  schema: { type: object, properties: { A: { type: integer, default: 7 }, C: { type: string } }, required: [A, C] }
steps: [echo]`;

    expect(compared(before, after).params).toEqual([
      named('A', 'changed', '1', '7'),
      { ...named('C', 'added', null, null), requiredAfter: true },
      named('B', 'removed', '2', null),
    ]);
  });

  it('names what a DAG newly takes of the machine, of others and of secrets', () => {
    const after = `secrets: [{ name: TOKEN, provider: env, key: API_TOKEN }]
steps:
  - name: fetch
    command: |
      say() { echo "$1"; }
      case $1 in
        fast|slow) date ;;
        off ) exit ;;
      esac
      A=1 rsync -a ssh://backup.example.com:2222/data . && say done 2>&1 | tee log
  - name: post
    type: http
    command: POST https://me:pw@api.example.com/v1
  - name: load
    shell: python3
    command: print(1)
  - call: mailing
`;
    const changes = compared('steps: [curl http://localhost]', after);

    expect(changes.programs).toEqual({
      added: ['date', 'python3', 'rsync', 'tee'],
      removed: ['curl'],
    });
    expect(changes.hosts).toEqual({
      added: ['api.example.com', 'backup.example.com:2222'],
      removed: ['localhost'],
    });
    expect(changes.calls).toEqual({ added: ['mailing'], removed: [] });
    expect(changes.secrets).toEqual([
      { name: 'TOKEN', change: 'added', before: null, after: 'env API_TOKEN' },
    ]);
  });

  it('shows no password and no token that somebody wrote into a definition', () => {
    const after = `env: [{ API_TOKEN: s3cr3t }, { DB_PASSWORD: "\${FROM_VAULT}" }]
params: { PASSWORD: s3cr3t }
steps:
  - name: post
    type: http
    command: POST https://me:s3cr3t@api.example.com/v1
    config: { headers: { Authorization: Bearer s3cr3t } }
`;
    const changes = compared('steps: [{name: post, command: echo}]', after);

    expect(JSON.stringify(changes)).not.toContain('s3cr3t');
    expect(changes.fields).toContainEqual({
      field: 'env.DB_PASSWORD',
      before: null,
      after: '${FROM_VAULT}',
    });
    expect(changes.steps[0]?.fields).toContainEqual({
      field: 'config.headers.Authorization',
      before: null,
      after: '(hidden)',
    });
  });

  it('tells a handler by its event, and another DAG of the file by its name', () => {
    const before = 'handler_on: { exit: echo bye }\nsteps: [echo]\n---\nname: child\nsteps: [echo]';
    const after =
      'handler_on: { success: echo well }\nsteps: [echo]\n---\nname: other\nsteps: [ls]';
    const changes = compared(before, after);

    expect(changes.handlers).toMatchObject([
      { change: 'added', name: 'success', fields: [{ field: 'command', after: 'echo well' }] },
      { change: 'removed', name: 'exit' },
    ]);
    expect(changes.localDags).toMatchObject([
      { name: 'other', change: 'created', programs: { added: ['ls'] } },
      { name: 'child', change: 'deleted' },
    ]);
  });

  it('says of a new DAG all that it has, and of a deleted one all that goes', () => {
    const created = compared(null, graph);
    const deleted = compared(graph, null);

    expect(created).toMatchObject({ change: 'created', programs: { added: ['curl', 'jq'] } });
    expect(created.steps.map(({ change }) => change)).toEqual(['added', 'added']);
    expect(deleted).toMatchObject({ change: 'deleted', programs: { removed: ['curl', 'jq'] } });
    expect(deleted.steps.map(({ change }) => change)).toEqual(['removed', 'removed']);
    expect(told(null, null)).toEqual({ change: 'none' });
  });

  it('has the errors of a side that does not load in the place of changes', () => {
    const changes = told('steps: [echo]', 'steps:\n  - comand: echo\n');

    expect(Object.keys(changes)).toEqual(['change', 'errors']);
    expect(changes).toMatchObject({ change: 'unknown', errors: { after: [{ line: 2 }] } });
  });

  it('minds the order of variables that refer to each other, and no other order', () => {
    const inOrder = (list: string) =>
      told(`env: [{A: 1}, {B: 2}]\n${list}`, `env: {B: 2, A: 1}\n${list}`);

    expect(inOrder('steps: [echo]')).toEqual({ change: 'none' });
    expect(
      told('env: [{A: 1}, {B: $A}]\nsteps: [echo]', 'env: [{B: $A}, {A: 1}]\nsteps: [echo]').fields,
    ).toEqual([
      { field: 'env', before: '[{"A":"1"},{"B":"$A"}]', after: '[{"B":"$A"},{"A":"1"}]' },
    ]);
  });
});

function named(name: string, change: string, before: string | null, after: string | null) {
  return { name, change, before, after, requiredBefore: false, requiredAfter: false };
}

describe('the hosts that a definition names', () => {
  it.each([
    ['ssh -p 22 me@a.example.com uptime', ['a.example.com']],
    ['scp dump.sql me@a.example.com:/backup', ['a.example.com']],
    ['git clone git@a.example.com:team/dags.git', ['a.example.com']],
    ['rsync -a rsync://a.example.com/x me@[fe80::1]:y', ['[fe80::1]', 'a.example.com']],
    ['psql "host=db.example.com port=5432"', ['db.example.com']],
    ['mail -s done ops@example.com', []],
    ['git config user.email ops@example.com', []],
  ])('are those of "%s"', (command, hosts) => {
    const text = JSON.stringify({
      steps: [{ command, description: 'See https://docs.example.com' }],
    });

    expect(compared('steps: [echo]', text).hosts.added).toEqual(hosts);
  });

  it('are told with the shell that is another program', () => {
    const after = 'shell: /opt/odd/sh -e\nsteps: [echo]\n';

    expect(compared('steps: [echo]', after).programs.added).toEqual(['/opt/odd/sh']);
  });
});
