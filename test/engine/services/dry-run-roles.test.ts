import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Role } from '../../../engine/contract/auth.ts';
import type { Caller } from '../../../engine/contract/operations.ts';
import { anEngine, type TestEngine } from '../../support/engine.ts';

/** Each field that could tell what lies outside of it. */
const spec = `working_dir: \${OUTSIDE_FOLDER}/work
dotenv: [outside.env, /etc/hostname]
params:
  schema: outside.json
  values:
    GUESS: nothing
    FROM: \${IMPORTED}
env:
  - IMPORTED: \${OUTSIDE}
  - FALLEN: \${OUTSIDE:-fallen}
  - PART: \${OUTSIDE:0:3}
  - PLACE: \${HOME}
  - LITERAL: plain
secrets:
  - {name: BY_FILE, provider: file, key: outside.secret}
  - {name: BY_NAME, provider: env, key: OUTSIDE}
preconditions:
  - {condition: "\${IMPORTED}", expected: "\${FROM_FILE}"}
steps:
  - name: all
    command: echo $IMPORTED $FROM_FILE $BY_FILE $PATH \${FALLEN} \${OUTSIDE} $GUESS $LITERAL
    working_dir: ~/own
    env: [{STEP: "\${OUTSIDE}"}]
  - name: text
    script: echo \${STEP} \${IMPORTED} $HOME
  - name: sub
    call: other
    params: "X=\${IMPORTED} Y=\${FROM_FILE}"
  - name: ask
    type: hitl
    config: {prompt: "\${OUTSIDE} \${FROM_FILE} \${PART} \${PLACE}?"}
`;

const callerOf = (role: Role): Caller => ({
  name: role,
  role,
  kind: 'user',
  userId: role,
  origin: '192.0.2.7',
});

async function anEngineWith(text: string): Promise<TestEngine> {
  const engine = await anEngine();
  await engine.client.call('dags.create', { name: 'other' });
  await engine.client.call('dags.create', { name: 'a', spec: text });
  return engine;
}

/** Files beside the DAG and variables of the engine, or none of them. */
function putOutside({ config }: TestEngine, value: string | null): void {
  const folder = config.paths.dagsDir;
  const files = {
    'outside.env': `FROM_FILE=${value}\n`,
    'outside.secret': `${value}`,
    'outside.json': '{"properties": {"GUESS": {"default": "OUT"}, "MORE": {"default": "OUT"}}}',
  };
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    if (value === null) rmSync(join(folder, name), { force: true });
    else writeFileSync(join(folder, name), text);
  }
  const own = { OUTSIDE: value, OUTSIDE_FOLDER: value && `/${value}` };
  for (const [name, text] of Object.entries(own)) {
    if (text === null) delete process.env[name];
    else process.env[name] = text;
  }
}

function planFor(engine: TestEngine, role: Role, params?: string) {
  const given = params === undefined ? {} : { params };
  return engine.call('dags.dryRun', { fileName: 'a', ...given }, callerOf(role));
}

describe('a dry run of a stored DAG', () => {
  it.each(['viewer', 'operator'] as const)(
    'is for a %s the same whatever lies outside of the definition',
    async (role) => {
      const engine = await anEngineWith(spec);
      onTestFinished(() => putOutside(engine, null));
      const { HOME } = process.env;
      onTestFinished(() => {
        process.env['HOME'] = HOME;
      });

      putOutside(engine, 'outer-value');
      const [withIt, guessed] = [
        await planFor(engine, role),
        await planFor(engine, role, 'GUESS=outer-value'),
      ];
      putOutside(engine, null);
      process.env['HOME'] = '/elsewhere';
      const without = await planFor(engine, role);

      expect(withIt).toEqual(without);
      expect(JSON.stringify(withIt)).not.toContain('outer-value');
      expect(JSON.stringify(without)).not.toContain('/elsewhere');
      // Nothing is masked, so nobody learns what a secret is by naming it.
      expect(guessed.params).toContain('"GUESS":"outer-value"');
    },
  );

  it('shows such callers what is written, with their parameters', async () => {
    const engine = await anEngineWith(spec);

    const plan = await planFor(engine, 'viewer', 'GUESS=mine');

    expect(plan).toMatchObject({
      withheld: true,
      workingDir: '${OUTSIDE_FOLDER}/work',
      preconditions: [{ condition: '${OUTSIDE}', expected: '${FROM_FILE}' }],
    });
    expect(plan.steps[0]).toMatchObject({
      workingDir: '~/own',
      commands: ['echo ${OUTSIDE} $FROM_FILE ******* $PATH ${OUTSIDE} ${OUTSIDE} mine plain'],
    });
  });

  it('shows them a folder below that of the DAG as a whole path', async () => {
    const engine = await anEngineWith('working_dir: inner\nsteps: [{name: all, command: pwd}]\n');

    const plan = await planFor(engine, 'viewer');

    expect(plan.workingDir).toBe(join(engine.config.paths.dagsDir, 'inner'));
  });

  it('tells managers what a run would get, but for secrets', async () => {
    const engine = await anEngineWith(`dotenv: outside.env
env: [{IMPORTED: "\${OUTSIDE}"}]
secrets: [{name: BY_FILE, provider: file, key: outside.secret}]
steps: [{name: all, command: echo $IMPORTED $FROM_FILE $BY_FILE}]
`);
    onTestFinished(() => putOutside(engine, null));
    putOutside(engine, 'outer-value');
    writeFileSync(join(engine.config.paths.dagsDir, 'outside.secret'), 'a secret');

    const plan = await planFor(engine, 'manager');

    expect(plan.withheld).toBeUndefined();
    expect(plan.steps[0]?.commands).toEqual(['echo outer-value outer-value *******']);
  });
});
