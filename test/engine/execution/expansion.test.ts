import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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
