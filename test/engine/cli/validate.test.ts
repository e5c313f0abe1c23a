import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { dagwright } from './dagwright.ts';

/** Validates a file of this text, by its bare name. */
function validate(text: string | Buffer, ...options: string[]) {
  const cwd = temporaryFolder('validate');
  writeFileSync(join(cwd, 'dag.yaml'), text);
  return dagwright(['validate', 'dag.yaml', ...options], { home: cwd });
}

const wrong = `name: daily
shedule: "0 9 * * *"
steps:
  - name: "日本語のステップ", # half
  - name: report
\t
`;

describe('dagwright validate', () => {
  it('says that a file is valid, and exits 0', async () => {
    expect(await validate('steps:\n  - echo hi\n')).toEqual({
      stdout: 'dag.yaml is valid\n',
      stderr: '',
      exitCode: 0,
    });
  });

  it('shows each error with its place, its line and a mark below it', async () => {
    const { stdout, exitCode } = await validate(`name: daily
shedule: "0 9 * * *"
steps:
  - name: "日本語"
    command: echo hi
  - { "日本": 1, comand: make }
`);

    expect(stdout).toBe(`dag.yaml:2:1: error: unknown key \`shedule\`: did you mean \`schedule\`?
  2 | shedule: "0 9 * * *"
    | ^^^^^^^

dag.yaml:6:7: error: unknown key \`日本\`
  6 |   - { "日本": 1, comand: make }
    |       ^^^^^^

dag.yaml:6:16: error: unknown key \`comand\`: did you mean \`command\`?
  6 |   - { "日本": 1, comand: make }
    |                  ^^^^^^

dag.yaml is not valid: 3 errors
`);
    expect(exitCode).toBe(1);
  });

  it('gives programs the same findings as JSON', async () => {
    const { stdout, exitCode } = await validate('comand: x\nsteps: [echo]\n', '--format', 'json');

    expect(JSON.parse(stdout)).toEqual([
      {
        file: 'dag.yaml',
        valid: false,
        errors: [expect.stringMatching(/^\[1:1\] unknown key `comand`/)],
        diagnostics: [expect.objectContaining({ severity: 'error', line: 1, column: 1 })],
      },
    ]);
    expect(exitCode).toBe(1);
  });

  it('shows warnings with the name of their rule, and exits 0', async () => {
    const text = 'params:\n  - REGION: north\nsteps:\n  - echo hi\n';

    expect(await validate(text)).toEqual({
      stdout: `dag.yaml:2:5: warning: the parameter \`REGION\` is never used [unused-param]
  2 |   - REGION: north
    |     ^^^^^^

dag.yaml is valid: 1 warning
`,
      stderr: '',
      exitCode: 0,
    });
    expect(JSON.parse((await validate(text, '--format', 'json')).stdout)).toEqual([
      {
        file: 'dag.yaml',
        valid: true,
        errors: [],
        diagnostics: [
          expect.objectContaining({
            severity: 'warning',
            code: 'unused-param',
            line: 2,
            column: 5,
          }),
        ],
      },
    ]);
  });

  it('survives text that is no YAML at all', async () => {
    const { stdout, exitCode } = await validate(wrong);

    expect(stdout).toMatch(/^dag\.yaml:\d+:\d+: error: /);
    expect(exitCode).toBe(1);
  });

  it('names a file in another encoding, whose letters a run would lose', async () => {
    const { stderr, exitCode } = await validate(Buffer.from('steps:\n  - echo é\n', 'latin1'));

    expect(stderr).toBe('error: The file dag.yaml is not saved as UTF-8.\n');
    expect(exitCode).toBe(1);
  });

  it('names a base.yaml that is a folder', async () => {
    const home = temporaryFolder('validate');
    mkdirSync(join(home, 'base.yaml'));
    writeFileSync(join(home, 'dag.yaml'), 'steps:\n  - echo a\n');

    expect(await dagwright(['validate', 'dag.yaml'], { home })).toEqual({
      stdout: '',
      stderr: `error: Cannot read ${join(home, 'base.yaml')}: it is a folder.\n`,
      exitCode: 1,
    });
  });

  it('says when there is no such file', async () => {
    const cwd = temporaryFolder('validate');

    expect(await dagwright(['validate', 'none.yaml'], { home: cwd })).toEqual({
      stdout: '',
      stderr: 'error: File none.yaml not found.\n',
      exitCode: 1,
    });
  });

  it('tells what it found in the files that it can read when another cannot be', async () => {
    const cwd = temporaryFolder('validate');
    writeFileSync(join(cwd, 'a.yaml'), 'steps: [echo]');
    const check = (...options: string[]) =>
      dagwright(['validate', 'none.yaml', 'a.yaml', ...options], { home: cwd });

    expect(await check()).toEqual({
      stdout: 'a.yaml is valid\n',
      stderr: 'error: File none.yaml not found.\n',
      exitCode: 1,
    });
    const { stdout, exitCode } = await check('--format', 'json');
    expect(JSON.parse(stdout)).toEqual([
      { file: 'none.yaml', valid: false, errors: ['File none.yaml not found.'], diagnostics: [] },
      { file: 'a.yaml', valid: true, errors: [], diagnostics: [] },
    ]);
    expect(exitCode).toBe(1);
  });

  it('checks several files and fails when one is wrong', async () => {
    const cwd = temporaryFolder('validate');
    writeFileSync(join(cwd, 'a.yaml'), 'steps: [echo]');
    writeFileSync(join(cwd, 'b.yaml'), '');

    const { stdout, exitCode } = await dagwright(['validate', 'a.yaml', 'b.yaml'], { home: cwd });

    expect(stdout).toContain('a.yaml is valid\n');
    expect(stdout).toContain('b.yaml is not valid: 1 error\n');
    expect(exitCode).toBe(1);
  });

  it('checks under the base.yaml of the home, whose own errors count', async () => {
    const home = temporaryFolder('validate');
    writeFileSync(
      join(home, 'dag.yaml'),
      'steps: [{name: a, command: a}, {command: b, depends: a}]',
    );
    const result = () => dagwright(['validate', 'dag.yaml'], { home });
    expect((await result()).stdout).toContain('`depends` requires');

    writeFileSync(join(home, 'base.yaml'), 'type: graph\n');
    expect(await result()).toMatchObject({ stdout: 'dag.yaml is valid\n', exitCode: 0 });

    writeFileSync(join(home, 'base.yaml'), 'type: graph\nfooo: 1\n');
    const { stdout, exitCode } = await result();
    expect(stdout).toContain('base.yaml');
    expect(stdout).toContain('unknown key `fooo`');
    expect(exitCode).toBe(1);
  });

  it('warns of a call of a DAG that is neither stored nor beside the file', async () => {
    const home = temporaryFolder('validate');
    const dags = join(home, 'dags');
    mkdirSync(dags);
    writeFileSync(join(dags, 'stored.yaml'), 'name: by-its-name\nsteps: [echo]');
    writeFileSync(join(home, 'beside.yaml'), 'steps: [echo]');
    const calls = ['stored', 'by-its-name', 'beside', 'nobody'];
    const steps = calls.map((name) => `{call: ${name}}`).join(', ');
    writeFileSync(join(home, 'dag.yaml'), `steps: [${steps}]`);

    const { stdout, exitCode } = await dagwright(['validate', 'dag.yaml'], { home });

    expect(stdout.match(/DAG `.*` not found/g)).toEqual(['DAG `nobody` not found']);
    expect(exitCode).toBe(0);
  });
});
