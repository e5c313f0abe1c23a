import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { anEngine, runToEnd } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

describe('the environment of a step', () => {
  it('tells those who may bring no commands what is written, and nothing from outside', async () => {
    const engine = await anEngine();
    const folder = temporaryFolder('work');
    writeFileSync(join(folder, '.env'), 'FROM_FILE=outer-value\n');
    vi.stubEnv('OUTSIDE', 'outer-value');
    onTestFinished(() => void vi.unstubAllEnvs());
    const started = await runToEnd(
      `
working_dir: ${folder}
dotenv: .env
params: [{P: param}]
env: [{IMPORTED: "\${OUTSIDE}"}, {PLAIN: plain}]
steps: [{name: use, command: "true", env: [{OWN: "\${FROM_FILE} \${OUTSIDE}"}]}]
`,
      { engine },
    );
    const asked = { ...started, stepName: 'use' };
    const viewer = { name: 'v', role: 'viewer', kind: 'user', userId: 'v', origin: '' } as const;

    const { variables } = await engine.call('runs.stepEnvironment', asked, viewer);
    const open = await engine.client.call('runs.stepEnvironment', asked);

    expect(JSON.stringify(variables)).not.toContain('outer-value');
    expect(variables).toEqual(
      expect.arrayContaining([
        { name: 'PATH', value: '', source: 'system', from: '', withheld: true },
        { name: 'FROM_FILE', value: '', source: 'dotenv', from: '', withheld: true },
        { name: 'IMPORTED', value: '${OUTSIDE}', source: 'dag', from: '' },
        { name: 'OWN', value: '${FROM_FILE} ${OUTSIDE}', source: 'step', from: '' },
        { name: 'PLAIN', value: 'plain', source: 'dag', from: '' },
        { name: 'P', value: 'param', source: 'param', from: '' },
      ]),
    );
    expect(open.variables.map(({ name }) => name)).toEqual(variables.map(({ name }) => name));
    expect(JSON.stringify(open)).toContain('"outer-value outer-value"');
  });

  it('names each variable with its value and source, secrets masked, and runs nothing', async () => {
    const engine = await anEngine();
    const folder = temporaryFolder('work');
    writeFileSync(join(folder, '.env'), 'FROM_FILE=file\n');
    writeFileSync(join(folder, 'token'), 'hush-hush\n');
    writeFileSync(engine.config.paths.baseConfig, 'env: [{FROM_BASE: base}]\n');
    const started = await runToEnd(
      `
working_dir: ${folder}
params: [{P: param}]
env: [{FROM_DAG: dag}]
secrets: [{name: TOKEN, provider: file, key: token}]
steps:
  - {name: make, command: 'echo "out $TOKEN"', output: OUT}
  - name: use
    command: "true"
    env: [{OWN: "\${OUT}!"}, {BY: "\`touch ${folder}/touched; echo x\`"}]
`,
      { engine },
    );
    const before = existsSync(join(folder, 'touched'));

    const { variables } = await engine.client.call('runs.stepEnvironment', {
      ...started,
      stepName: 'use',
    });

    const named = Object.fromEntries(
      variables.map(({ name, value, source, from }) => [
        name,
        `${value} (${source} ${from})`.trim(),
      ]),
    );
    expect(named).toMatchObject({
      P: 'param (param )',
      FROM_BASE: 'base (base )',
      FROM_DAG: 'dag (dag )',
      FROM_FILE: `file (dotenv ${folder}/.env)`,
      TOKEN: '******* (secret )',
      OUT: 'out ******* (output make)',
      OWN: 'out *******! (step )',
      DAG_RUN_STEP_NAME: 'use (run )',
      PATH: expect.stringContaining('(system )'),
    });
    expect(named['BY']).toContain('`touch');
    expect(before).toBe(true);
    expect(JSON.stringify(variables)).not.toContain('hush');
  });
});
