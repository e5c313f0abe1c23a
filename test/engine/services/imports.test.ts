import { readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anEngine } from '../../support/engine.ts';

const older = '# Cleans up.\nschedule: "0 1 * * *"\nhistRetentionDays: 3\nsteps:\n  - echo x\n';
const newer = older.replace('histRetentionDays', 'hist_retention_days');

describe('a plan of an import', () => {
  it('shows what definitions in earlier forms would become, and stores nothing', async () => {
    const { client, config } = await anEngine();
    const files = [
      { name: 'sub/cleanup.yaml', text: older },
      { name: 'cleanup.yml', text: older },
      { name: 'search.yaml', text: newer },
      { name: 'broken.yaml', text: 'logDir: /a\nfoo: 1\nsteps: [echo]\n' },
    ];

    const { dags } = await client.call('imports.plan', { kind: 'dagu', files });

    expect(dags[0]).toEqual({
      ...{ source: 'sub/cleanup.yaml', fileName: 'cleanup', before: older, spec: newer },
      ...{ remarks: [], problems: [], schedules: ['0 1 * * *'], existing: null },
    });
    expect(dags.slice(1).map(({ problems }) => problems)).toMatchObject([
      [{ message: 'Another file of this import has this name.' }],
      [{ message: expect.stringContaining('The name of the file: ') }],
      [{ line: 2, message: expect.stringContaining('`foo`') }],
    ]);
    expect(readdirSync(config.paths.dagsDir)).toEqual([]);
  });

  it('gives names that DAGs can have, also where other files call them', async () => {
    const { client } = await anEngine();
    await client.call('dags.create', { name: 'stored', spec: 'steps: [echo]' });
    const files = [
      { name: 'Crème brûlée!.yaml', text: 'steps: [echo]\n' },
      { name: 'all.yaml', text: 'name: All of it\nsteps: [{run: Crème brûlée!}, {run: stored}]\n' },
      { name: `${'long-'.repeat(9)}.yaml`, text: 'steps: [{call: sub/all.yaml}]\n' },
      { name: 'Creme brulee.yml', text: 'steps: [{run: All of it}]\n' },
    ];

    const { dags } = await client.call('imports.plan', { kind: 'dagu', files });

    expect(dags.map(({ fileName, spec }) => [fileName, spec])).toEqual([
      ['Creme-brulee', 'steps: [echo]\n'],
      ['all', 'name: All-of-it\nsteps: [ { call: Creme-brulee }, { call: stored } ]\n'],
      ['long-long-long-long-long-long-long-long', 'steps: [ { call: all } ]\n'],
      ['Creme-brulee-2', 'steps: [ { call: All-of-it } ]\n'],
    ]);
    expect(dags.map(({ problems }) => problems)).toEqual([[], [], [], []]);
    expect(dags.map(({ remarks }) => remarks.length)).toEqual([1, 1, 1, 1]);
  });

  it('shows a DAG for each entry of a crontab, and each line that has none', async () => {
    const { client } = await anEngine();
    const text =
      '@daily /bin/backup.sh a\n@sometimes /bin/x\n0 99 * * * y\n1 * * * * /bin/backup.sh b\n';

    const { dags } = await client.call('imports.plan', {
      kind: 'crontab',
      files: [{ name: 'crontab', text }],
    });

    expect(dags.map(({ source, fileName }) => [source, fileName])).toEqual([
      ['crontab:1', 'backup'],
      ['crontab:2', ''],
      ['crontab:3', ''],
      ['crontab:4', 'backup-2'],
    ]);
    expect(dags[1]?.problems).toMatchObject([{ line: 2 }]);
    expect(dags[2]).toMatchObject({ before: '0 99 * * * y', problems: [{ line: 3 }] });
  });

  it('names the user of an entry of /etc/crontab, unless that is the one of the engine', async () => {
    const { client } = await anEngine();
    const own = userInfo().username;
    const others = '@daily somebody-else /bin/backup\n';
    const both = `${others}@daily ${own} /bin/clean\n`;
    const planned = async (name: string, system?: boolean, text = both) => {
      const more = system === undefined ? {} : { system };
      const asked = { kind: 'crontab' as const, files: [{ name, text }], ...more };
      return (await client.call('imports.plan', asked)).dags;
    };

    const [other, mine] = await planned('/etc/crontab');

    expect(other).toMatchObject({
      fileName: 'backup',
      remarks: [
        {
          line: (other?.spec ?? '').split('\n').indexOf('steps:') + 1,
          message: `cron runs this as somebody-else; here it runs as ${own}, who runs the engine.`,
        },
      ],
    });
    expect(other?.spec).toContain('command: /bin/backup\n');
    expect(mine).toMatchObject({ fileName: 'clean', remarks: [] });
    const [asCommand] = await planned('jobs', undefined, others);
    expect(asCommand?.spec).toContain('command: somebody-else /bin/backup\n');
    expect((await planned('jobs', true))[0]?.fileName).toBe('backup');
    expect((await planned('/etc/crontab', false))[0]?.fileName).toBe('somebody-else');
  });

  it('tells of the DAG that has the name already', async () => {
    const { client } = await anEngine();
    await client.call('dags.create', { name: 'cleanup', spec: newer });
    await client.call('dags.create', { name: 'other', spec: 'steps: [echo]' });
    const files = ['cleanup', 'other'].map((name) => ({ name: `${name}.yaml`, text: older }));

    const { dags } = await client.call('imports.plan', { kind: 'dagu', files });

    expect(dags.map(({ existing }) => existing?.same)).toEqual([true, false]);
  });
});

describe('an import', () => {
  it('creates DAGs whose schedules are off until someone turns them on', async () => {
    const { client, config } = await anEngine();
    const plain = 'steps: [echo]\n';

    const { results } = await client.call('imports.apply', {
      dags: [
        { fileName: 'cleanup', spec: newer },
        { fileName: 'plain', spec: plain },
      ],
    });

    expect(results).toEqual([
      { fileName: 'cleanup', outcome: 'created', message: '', suspended: true },
      { fileName: 'plain', outcome: 'created', message: '', suspended: false },
    ]);
    expect(await client.call('dags.get', { fileName: 'cleanup' })).toMatchObject({
      suspended: true,
      nextRuns: [],
    });
    expect(readFileSync(join(config.paths.dagsDir, 'cleanup.yaml'), 'utf8')).toBe(newer);
  });

  it('replaces only the text that its caller has seen, and leaves its schedule on', async () => {
    const { client } = await anEngine();
    await client.call('dags.create', { name: 'cleanup', spec: newer });
    const { version } = await client.call('dags.getSpec', { fileName: 'cleanup' });
    const dag = { fileName: 'cleanup', spec: `${newer}  - echo y\n` };
    const apply = async (replaces?: string) => {
      const one = replaces === undefined ? dag : { ...dag, replaces };
      return (await client.call('imports.apply', { dags: [one] })).results[0];
    };

    expect(await apply()).toMatchObject({
      outcome: 'refused',
      message: 'DAG cleanup already exists',
    });
    expect(await apply('another')).toMatchObject({ outcome: 'refused' });
    expect(await client.call('dags.get', { fileName: 'cleanup' })).toMatchObject({
      suspended: false,
    });
    expect(await apply(version)).toMatchObject({ outcome: 'replaced', suspended: false });
  });

  it('refuses what does not load or has no proper name, and takes the rest', async () => {
    const { client } = await anEngine();

    const { results } = await client.call('imports.apply', {
      dags: [
        { fileName: 'wrong', spec: 'steps: 7' },
        { fileName: 'search', spec: newer },
        { fileName: 'fine', spec: newer },
      ],
    });

    expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'created']);
  });

  it('makes DAGs of Dagu that do what they did', async () => {
    const { client } = await anEngine();
    const parent = `params:
  - name: WHO
    type: string
    default: Ada
steps:
  - id: said
    run: |
      set -e
      echo "hi $WHO"
  - id: words
    action: exec
    with: {command: /bin/echo, args: ["a  b", "$WHO", "*"]}
  - id: logged
    action: log.write
    with: {message: 'It is "\${WHO}" \`id\` $(id) \\\\'}
  - id: data
    action: jq.filter
    with: {filter: .n + 1, data: {n: 41}}
  - id: nothing
    action: noop
  - id: below
    run: my child
    params: "WHO=\${WHO}"
`;
    const files = [
      { name: 'parent.yaml', text: parent },
      { name: 'my child.yaml', text: 'params: WHO=x\nsteps:\n  - run: test "$WHO" = Ada\n' },
    ];
    const { dags } = await client.call('imports.plan', { kind: 'dagu', files });
    expect(dags.flatMap(({ problems }) => problems)).toEqual([]);
    const taken = dags.map(({ fileName, spec }) => ({ fileName, spec }));
    await client.call('imports.apply', { dags: taken });

    const asked = { fileName: 'parent', timeout: 60 };
    const { dagRun } = await client.call('dags.startSync', asked);

    expect(dagRun.nodes.map(({ statusLabel }) => statusLabel)).toEqual(Array(6).fill('succeeded'));
    const { name, dagRunId } = dagRun;
    const printed = async (at: number) => {
      const stepName = dagRun.nodes[at]?.step.name ?? '';
      const step = { name, dagRunId, stepName, stream: 'stdout' as const };
      return (await client.call('runs.stepLog', step)).content;
    };
    expect(await Promise.all([0, 1, 2, 3].map(printed))).toEqual([
      'hi Ada',
      'a  b Ada *',
      'It is "Ada" `id` $(id) \\\\',
      '42',
    ]);
  });

  it('makes DAGs of custom actions, defaults, outputs with parts and approvals of Dagu', async () => {
    const { client } = await anEngine();
    const text = `defaults: {env: {TEAM: ops}}
actions:
  announce:
    input_schema: {type: object, properties: {what: {}, loud: {default: "!"}}}
    template: {run: 'echo "{{ .input.what }}{{ .input.loud }} from $TEAM" && true'}
steps:
  - {id: said, action: announce, with: {what: built}}
  - id: build
    run: |
      echo '{"image": {"tag": "v7"}}'
    output: {tag: {from: stdout, decode: json, select: .image.tag}}
    approval: {prompt: Go on?, input: [STAGE]}
  - id: shipped
    depends: build
    run: echo "shipped \${steps.build.outputs.tag} to $STAGE" && true
`;
    const { dags } = await client.call('imports.plan', {
      kind: 'dagu',
      files: [{ name: 'it.yaml', text }],
    });
    expect(dags.flatMap(({ problems }) => problems)).toEqual([]);
    const taken = dags.map(({ fileName, spec }) => ({ fileName, spec }));
    await client.call('imports.apply', { dags: taken });

    const asked = { fileName: 'it', timeout: 60 };
    const waiting = (await client.call('dags.startSync', asked)).dagRun;
    const run = { name: 'it', dagRunId: waiting.dagRunId };
    expect(
      waiting.nodes.map(({ step, statusLabel }) => [step.id || step.name, statusLabel]),
    ).toEqual([
      ['said', 'succeeded'],
      ['build', 'succeeded'],
      ['build-approval', 'waiting'],
      ['shipped', 'not_started'],
    ]);
    await client.call('runs.approve', {
      ...run,
      stepName: 'build-approval',
      inputs: { STAGE: 'live' },
    });
    await expect
      .poll(async () => (await client.call('runs.get', run)).dagRun.statusLabel)
      .toBe('succeeded');
    const printed = async (id: string) => {
      const stepName = waiting.nodes.find(({ step }) => step.id === id)?.step.name ?? '';
      return (await client.call('runs.stepLog', { ...run, stepName, stream: 'stdout' })).content;
    };
    expect(await printed('said')).toBe('built! from ops');
    expect(await printed('shipped')).toBe('shipped v7 to live');
  });

  it.each([
    ['its own folder', 'HOME=/\n', '/'],
    ['the home folder', '', process.env['HOME']],
  ])('makes DAGs that do what cron did, in %s', async (_, home, folder) => {
    const { client } = await anEngine();
    const text = `A=$HOME \`x\`\nSHELL=/bin/sh\n${home}@daily pwd; echo "$A"; cat%one%two $HOME\n`;
    const plan = await client.call('imports.plan', {
      kind: 'crontab',
      files: [{ name: 'crontab', text }],
    });
    const [{ fileName, spec } = { fileName: '', spec: '' }] = plan.dags;
    await client.call('imports.apply', { dags: [{ fileName, spec }] });

    const { dagRun } = await client.call('dags.startSync', { fileName, timeout: 60 });
    const run = { name: dagRun.name, dagRunId: dagRun.dagRunId, stepName: 'main' };

    expect(await client.call('runs.stepLog', { ...run, stream: 'stdout' })).toMatchObject({
      content: `${folder}\n$HOME \`x\`\none\ntwo $HOME`,
    });
  });
});
