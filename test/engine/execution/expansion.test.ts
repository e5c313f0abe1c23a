import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anEngine, logOf, runToEnd } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

const make = `  - name: make
    command: echo '{"n":3,"trap":"$(touch x)"}'
    output: O
`;

describe('a command in backticks that the engine runs', () => {
  it('reads the parts of an output in a precondition and in the `env` of a step, as data', async () => {
    const folder = temporaryFolder('backticks');
    const ended = await runToEnd(`working_dir: ${folder}
steps:
${make}  - name: use
    preconditions:
      - {condition: "\`echo \${O.n}\`", expected: "3"}
    env:
      - E: '\`echo "\${O.n} \${O.trap}"\`'
    command: echo "$E"
`);

    expect(await logOf(ended, 'use')).toBe('3 $(touch x)');
    expect(existsSync(join(folder, 'x'))).toBe(false);
  });

  it('knows in the `env` of a step what references do: parameters, outputs, earlier entries', async () => {
    const ended = await runToEnd(`params:
  - P: param
steps:
  - {name: make, command: echo output, output: O}
  - name: use
    env:
      - A: earlier
      - E: "\`echo $P $O $A $DAG_RUN_STEP_NAME\`"
    command: echo "$E"
`);

    expect(await logOf(ended, 'use')).toBe('param output earlier use');
  });

  it('reads them in the value of a router', async () => {
    const ended = await runToEnd(`type: graph
steps:
${make}  - name: choose
    type: router
    depends: [make]
    value: "\`echo \${O.n}\`"
    routes: {"3": [three], "4": [four]}
  - name: three
    command: "true"
  - name: four
    command: "true"
`);

    expect(ended.node('three').statusLabel).toBe('succeeded');
    expect(ended.node('four').statusLabel).toBe('skipped');
  });

  it('reads the parts of earlier variables in the fields of a DAG', async () => {
    const ended = await runToEnd(`env:
  - J: '{"n":3}'
  - E: "\`echo \${J.n}\`"
params:
  - P: "\`echo \${J.n}\`"
  - Q: '{"m":4}'
  - R: "\`echo \${Q.m}\`"
preconditions:
  - {condition: "\`echo \${Q.m}\`", expected: "4"}
steps:
  - name: use
    command: echo "$E $P $R"
`);

    expect(await logOf(ended, 'use')).toBe('3 3 4');
  });

  it('is shown as it is written where it is not run', async () => {
    const { client } = await anEngine();
    const spec = `params:\n  - J: '{"n":3}'\nsteps:
  - name: use
    working_dir: /tmp/\`echo \${J.n}\`
    command: "true"
`;
    await client.call('dags.create', { name: 'shown', spec });

    const { steps } = await client.call('dags.dryRun', { fileName: 'shown' });

    expect(steps[0]?.workingDir).toBe('/tmp/`echo ${J.n}`');
  });
});

describe('paths and parts of values', () => {
  it('are read in the fields of a DAG', async () => {
    const folder = temporaryFolder('paths');
    writeFileSync(join(folder, 'abc.env'), 'FROM_FILE=found\n');
    const ended = await runToEnd(`env:
  - J: '{"dir":"${folder}","n":"abcdef"}'
  - WHOLE: \${J.n}
  - PART: \${WHOLE:0:3}
params:
  - P: \${J.n} \${WHOLE:3}
working_dir: \${J.dir}
log_dir: \${J.dir}/logs
dotenv: \${WHOLE:0:3}.env
steps:
  - name: use
    command: echo "$WHOLE $PART $P $FROM_FILE $(pwd)"
`);

    expect(await logOf(ended, 'use')).toBe(`abcdef abc abcdef def found ${folder}`);
    expect(ended.node('use').stdout.startsWith(join(folder, 'logs'))).toBe(true);
  });
});

describe('a path into a name that has no value', () => {
  const payload = '${WEBHOOK_PAYLOAD.a.b}';

  it('is empty in every field of a DAG that a webhook would begin, and is started by hand', async () => {
    const folder = temporaryFolder('by-hand');
    const ended = await runToEnd(`working_dir: ${folder}
env: [{E: "[${payload}]"}, {B: "[\`echo ${payload}\`]"}]
params: [{P: "[${payload}]"}]
preconditions: [{condition: "[${payload}]", expected: "[]"}, 'test -z "${payload}"']
handler_on: {exit: {command: 'echo "[${payload}]"'}}
steps:
  - name: use
    preconditions: [{condition: "${payload}", expected: "re:^$"}, 'test -z "${payload}"']
    env: [{S: "[${payload}]"}]
    command: ['echo "[${payload}] $E $B $P $S"', 'echo "[${payload}]"']
    retry_policy: {limit: "\${WEBHOOK_PAYLOAD.n:-0}", interval_sec: 0}
    repeat_policy: {repeat: until, condition: "[${payload}]", expected: "[]", limit: 3}
  - {name: script, script: 'echo "[${payload}]"'}
  - {name: direct, shell: direct, command: 'echo [${payload}]'}
  - {name: ask, call: kid, params: {K: "[${payload}]"}, output: RES}
  - {name: show, command: 'echo "\${RES.outputs.OUT} [\${RES.outputs.NONE}]"'}
---
name: kid
params: [{K: ""}]
steps: [{command: echo "$K", output: OUT}]
`);

    expect(ended.run.statusLabel).toBe('succeeded');
    expect(await logOf(ended, 'use')).toBe('[] [] [] [] []\n[]');
    expect(await logOf(ended, 'script')).toBe('[]');
    expect(await logOf(ended, 'direct')).toBe('[]');
    expect(await logOf(ended, 'show')).toBe('[] []');
  });

  it('is empty where an output is no JSON, was not made, or lacks the path', async () => {
    const ended = await runToEnd(`type: graph
steps:
  - {name: make, command: echo text, output: TEXT}
  - {name: skip, command: echo x, output: NONE, preconditions: "false", continue_on: skipped}
  - {name: use, depends: [make, skip], command: 'echo "[\${TEXT.a}] [\${TEXT[0]}] [\${NONE.a.b}]"'}
`);

    expect(await logOf(ended, 'use')).toBe('[] [] []');
  });

  it.each([
    ['command', 'command: echo ${NOBODY.a}'],
    ['script', 'script: echo ${NOBODY.a}'],
    ['command without a shell', 'shell: direct\n    command: echo ${NOBODY.a}'],
    ['env', 'env: [{E: "${NOBODY.a}"}]\n    command: "true"'],
    ['command in backticks', 'env: [{E: "`echo ${NOBODY.a}`"}]\n    command: "true"'],
    ['working_dir', 'working_dir: ${NOBODY.a}\n    command: "true"'],
    ['params', 'call: main\n    params: {K: "${NOBODY.a}"}'],
    ['router', 'type: router\n    value: ${NOBODY.a}\n    routes: {a: other}'],
  ])('fails the step where nobody declares the name: %s', async (_, fields) => {
    const { node } = await runToEnd(
      `type: graph\nsteps:\n  - name: main\n    ${fields}\n  - {name: other, command: "true"}\n`,
    );

    expect(node('main').statusLabel).toBe('failed');
    expect(node('main').error).toContain('`${NOBODY.a}`: there is no variable NOBODY');
  });

  it.each([
    'env: [{E: "${NOBODY.a}"}]',
    'params: [{P: "${NOBODY.a}"}]',
    'log_dir: /tmp/${NOBODY.a}',
  ])('refuses the start where it stands in a field of the DAG: %s', async (field) => {
    const { client } = await anEngine();
    const spec = `${field}\nsteps: [{command: "true"}]`;

    await expect(client.call('runs.start', { spec, name: 'test' })).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('there is no variable NOBODY'),
    });
  });
});

describe('a default', () => {
  it('stands in for a missing or empty value wherever no shell reads', async () => {
    const folder = temporaryFolder('defaults');
    const ended = await runToEnd(`working_dir: ${folder}/\${NO:-place}
env:
  - EMPTY: ""
  - A: \${NO:-one two}
  - B: \${A:-never} \${EMPTY-kept}\${EMPTY:-filled}
  - C: \${NO:-\${NEITHER:-\${A}}}
params:
  - P: \${EMPTY:-given}
preconditions: [{condition: "\${NO:-a}", expected: "\${NO-a}"}]
steps:
  - name: use
    env: [{S: "\${OUT.x.y:-none}"}]
    command: echo "$A|$B|$C|$P|$S|\${OUT.x.y:-nothing}|\${NOBODY.x:-nobody}"
    retry_policy: {limit: "\${NO:-2}", interval_sec: "\${NO-0}"}
    stdout: \${NO:-copy}.txt
  - {name: direct, shell: direct, command: 'printf %s| \${NO:-a b} "\${NO:-"c } d"}" \`printf "e f"\`'}
  - {name: ask, call: "\${NO:-kid}", params: "\${NO:-K=v L=w}", output: OUT}
  - {name: show, command: 'echo "\${OUT.outputs.RES:-none} \${OUT.outputs.NO:-none}"'}
---
name: kid
params: [{K: ""}]
steps: [{command: echo "$K", output: RES}]
`);

    expect(await logOf(ended, 'use')).toBe(
      'one two|one two filled|one two|given|none|nothing|nobody',
    );
    expect(readFileSync(join(folder, 'place', 'copy.txt'), 'utf8')).toContain('one two|');
    expect(await logOf(ended, 'direct')).toBe('a b|c } d|e f|');
    expect(await logOf(ended, 'show')).toBe('K=v L=w none');
  });

  it('stands in a dry run, unless a step will give the value', async () => {
    const { client } = await anEngine();
    const spec = `steps:
  - {name: make, command: echo x, output: LATER}
  - {name: use, working_dir: "/\${NO:-tmp}/\${LATER:-no}/\${NO}", command: "true"}
`;
    await client.call('dags.create', { name: 'shown', spec });

    const { steps } = await client.call('dags.dryRun', { fileName: 'shown' });

    expect(steps[1]?.workingDir).toBe('/tmp/${LATER}/${NO}');
  });
});

describe('the variables that name a step', () => {
  it('are read in the fields that the engine expands for it', async () => {
    const folder = temporaryFolder('names');
    const ended = await runToEnd(`working_dir: ${folder}
steps:
  - name: use
    preconditions:
      - {condition: "\${DAG_RUN_STEP_NAME}", expected: use}
    working_dir: in-\${DAG_RUN_STEP_NAME}
    stdout: \${DAG_RUN_STEP_NAME}.out
    stderr: \${DAG_RUN_STEP_NAME}.err
    shell: direct
    env:
      - OWN: \${DAG_RUN_STEP_NAME} \${DAG_RUN_STEP_STDERR_FILE}
    command: echo \${DAG_RUN_STEP_STDOUT_FILE} \${OWN}
`);

    const { stdout, stderr } = ended.node('use');
    const copy = readFileSync(join(folder, 'in-use', 'use.out'), 'utf8');
    expect(copy).toBe(`${stdout} use ${stderr}\n`);
    expect(existsSync(join(folder, 'in-use', 'use.err'))).toBe(true);
  });
});

describe('a variable of the system', () => {
  const home = homedir();
  const seen = (env: string): string => `type: graph
${env}
params:
  - P: "[\${HOME}]"
preconditions:
  - {condition: "[\${HOME}]", expected: "\${WANTED}"}
steps:
  - name: choose
    type: router
    value: "[\${HOME}]"
    routes: {"[]": [none], "[${home}]": [some]}
  - {name: none, command: echo none}
  - {name: some, command: echo some}
  - name: ask
    call: kid
    params: {K: "[\${HOME}]", P: "\${P}"}
    output: RES
  - {name: show, depends: ask, command: 'echo "\${RES.outputs.OUT}"'}
---
name: kid
params: [{K: ""}, {P: ""}]
steps:
  - {command: 'echo "$K $P"', output: OUT}
`;

  it('is nothing in the fields of a DAG and in steps that no shell reads', async () => {
    const ended = await runToEnd(seen('env: [{WANTED: "[]"}]'));

    expect(ended.run.statusLabel).toBe('succeeded');
    expect(ended.node('none').statusLabel).toBe('succeeded');
    expect(ended.node('some').statusLabel).toBe('skipped');
    expect(await logOf(ended, 'show')).toBe('[] []');
  });

  it('is read everywhere once an entry of `env` imports it', async () => {
    const ended = await runToEnd(seen(`env: [{HOME: "\${HOME}"}, {WANTED: "[${home}]"}]`));

    expect(ended.node('some').statusLabel).toBe('succeeded');
    expect(ended.node('none').statusLabel).toBe('skipped');
    expect(await logOf(ended, 'show')).toBe(`[${home}] [${home}]`);
  });

  it('is imported by the `env` of a step for that step', async () => {
    const ended = await runToEnd(`type: graph
steps:
  - name: choose
    type: router
    env: [{PATH: "\${PATH}:more"}]
    value: \${PATH}
    routes: {"re:.:more$": [yes]}
  - {name: "yes", command: 'echo "\${PATH##*:}"', env: ["PATH=\${PATH}:/last"]}
`);

    expect(await logOf(ended, 'yes')).toBe('/last');
  });

  it('is read by the commands and the other fields of a shell step', async () => {
    const ended = await runToEnd(`steps:
  - name: use
    preconditions: [{condition: "\${HOME}", expected: "${home}"}]
    command: echo "$HOME"
`);

    expect(await logOf(ended, 'use')).toBe(home);
  });

  it('makes no path of a DAG before it is imported', async () => {
    const { client } = await anEngine();
    const start = (spec: string) => client.call('runs.start', { spec, name: 'test' });
    const steps = 'steps: [{command: "true"}]';

    await expect(start(`log_dir: \${HOME}/logs\n${steps}`)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('uses ${HOME}, which is not defined'),
    });
    await start(`env: [{HOME: "\${HOME}"}]\nworking_dir: \${HOME}\n${steps}`);
  });

  it('stands in a dry run as it is written where it means nothing', async () => {
    const { client } = await anEngine();
    const spec =
      'steps: [{command: "echo $HOME"}, {call: kid, params: "K=${HOME}"}]\n---\nname: kid\nsteps: []\n';
    await client.call('dags.create', { name: 'shown', spec });

    const { steps } = await client.call('dags.dryRun', { fileName: 'shown' });

    expect(steps[0]?.commands).toEqual([`echo ${home}`]);
    expect(steps[1]?.call?.params).toEqual(['K=${HOME}']);
  });
});
