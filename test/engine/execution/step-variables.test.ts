import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cookieIn, cookieInLine } from '../../../engine/platform/step-cookie.ts';
import { engineOfFile, logOf, runToEnd } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

const engine = engineOfFile();

/** Those of the specification, of the DAG (`OWN_`), and what shells set themselves. */
const allowed = /^(?:PATH|HOME|LANG|TZ|SHELL|(?:SVC|LC|DAG|OWN)_\w+|PWD|OLDPWD|SHLVL|_)$/;

const names = 'env | sed -n "s/^\\([A-Za-z_][A-Za-z0-9_]*\\)=.*/\\1/p"';
const key = (): string => {
  const file = join(temporaryFolder('secret'), 'key');
  writeFileSync(file, 'hunter2-canary');
  return file;
};

const step = (text: string, more = ''): string =>
  `steps:\n  - name: main\n    command: ${JSON.stringify(text)}\n${more}`;

describe('the variables of a step', () => {
  it.each([
    ['of a shell', step(names)],
    ['of a shell of its own', step(names, '    shell: bash\n')],
    ['of a program', step('env', '    shell: direct\n')],
    ['with a copy of its output', step(names, '    stdout: copy.txt\n    output: OWN_OUT\n')],
    ['with a merged log', step(names, '    log_output: merged\n    output: OWN_OUT\n')],
    ['with secrets', `secrets: [{name: OWN_KEY, provider: file, key: ${key()}}]\n${step(names)}`],
    ['that SIGINT stops', step(names, '    signal_on_stop: SIGINT\n')],
    [
      'with references that no shell can read',
      `env: [{OWN_JSON: '{"a": 1}'}]\n${step(`echo "\${OWN_JSON.a}"; ${names}`)}`,
    ],
    [
      'of a command in backticks',
      `env: [{OWN_JSON: '{"a": 1}'}, {OWN_ENV: '\`echo \${OWN_JSON.a} > /dev/null; env\`'}]\n${step('echo "$OWN_ENV"')}`,
    ],
  ])('are of the engine only with its prefixes: %s', async (_, spec) => {
    const ended = await runToEnd(spec, { engine: engine() });

    const found = (await logOf(ended, 'main'))
      .split('\n')
      .map((line) => line.split('=')[0] ?? '')
      .filter((name) => /^[A-Za-z_]\w+$/.test(name));
    expect(found).toContain('PATH');
    expect(found.filter((name) => !allowed.test(name))).toEqual([]);
  });

  it('are the same for the command of a condition', async () => {
    const file = join(temporaryFolder('names'), 'names');
    const condition = JSON.stringify(`${names} > ${file}`);
    const spec = `preconditions: ${condition}\n${step(`cat ${file}`)}`;
    const ended = await runToEnd(spec, { engine: engine() });

    const found = (await logOf(ended, 'main')).trim().split('\n');
    expect(found).toContain('PATH');
    expect(found.filter((name) => !allowed.test(name))).toEqual([]);
  });
});

describe('the cookie of a step', () => {
  it.each(['DAG_STEP_COOKIE', 'DAGWRIGHT_STEP_COOKIE'])('is found under the name %s', (name) => {
    expect(cookieIn(`A=1\0${name}=abc\0B=2\0`)).toBe('abc');
    expect(cookieIn(`${name}=abc\0`)).toBe('abc');
    expect(cookieInLine(`sleep 60 A=1 ${name}=abc B=2`)).toBe('abc');
  });

  it('is not found in another variable, or where the text ends within it', () => {
    expect(cookieIn('X_DAG_STEP_COOKIE=abc\0')).toBeNull();
    expect(cookieIn('DAG_STEP_COOKIE=abc')).toBeNull();
    expect(cookieInLine('sleep 60 A=1')).toBeNull();
  });
});
