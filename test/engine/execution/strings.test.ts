import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anEngine, runToEnd, type TestEngine } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

/**
 * Whatever text is given: it arrives in the process byte for byte, and nothing in it is executed. Each case is one run
 * of three steps; what would be executed would leave a canary file.
 */
const folder = temporaryFolder('strings');
const canary = join(folder, 'canary');

const touch = `touch ${canary}`;
const traps = [
  `$(${touch})`,
  `\`${touch}\``,
  `"; ${touch}; "`,
  `'; ${touch}; '`,
  `\n${touch}\n`,
  `\${x:-$(${touch})}`,
  `& ${touch} &`,
  `| ${touch}`,
];
const pieces = fc.oneof(
  fc.constantFrom(...traps),
  fc.constantFrom(
    '$HOME',
    '${PATH}',
    '$1',
    '$$',
    '\\',
    '\\$',
    '\\`',
    '%s',
    '!',
    '*',
    '~',
    "'",
    '"',
  ),
  fc.constantFrom(
    '-n',
    '--',
    '\n',
    '\r\n',
    '\t',
    ' ',
    '{',
    '}',
    '#',
    '=',
    ':',
    '${J.v}',
    '\u{feff}',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\0', '')),
);
const text = fc.oneof(
  pieces,
  fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join('')),
);

/** The language expands `$` and backticks in `env`; a backslash makes them plain. */
const inEnv = (value: string): string => JSON.stringify(value.replace(/[$`]/g, '\\$&'));

function specFor(run: string, env: string): string {
  return `working_dir: ${folder}
env:
  - E: ${inEnv(env)}
steps:
  - name: show
    env:
      - S: ${inEnv(env)}
    command: |
      printf %s "$P" > ${run}.param
      printf %s "\${P}" > ${run}.braces
      printf %s "\${J.v}" > ${run}.path
      printf %s "$E" > ${run}.env
      printf %s "$S" > ${run}.step
  - name: make
    command: printf %s "$P"
    output: OUT
  - name: use
    command: printf %s "$OUT" > ${run}.output
  - name: direct
    shell: direct
    stdout: ${run}.direct
    command: printf %s \${P}
`;
}

async function arrivesAsIs(engine: TestEngine, run: string, param: string, env: string) {
  const params = JSON.stringify({ P: param, J: JSON.stringify({ v: param }) });
  const { run: ended } = await runToEnd(specFor(run, env), { engine, params, name: 'strings' });
  const read = (what: string): string => readFileSync(join(folder, `${run}.${what}`), 'utf8');

  expect(ended.error).toBe('');
  expect(read('param')).toBe(param);
  expect(read('braces')).toBe(param);
  expect(read('path')).toBe(param);
  expect(read('env')).toBe(env);
  expect(read('step')).toBe(env);
  expect(read('output')).toBe(param.trim());
  expect(read('direct')).toBe(param);
  expect(existsSync(canary)).toBe(false);
}

it('any text arrives byte for byte, and nothing of it is executed', async () => {
  const engine = await anEngine();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(text, text, (param, env) => arrivesAsIs(engine, `r${runs++}`, param, env)),
    { numRuns: 120, examples: traps.map((trap) => [trap, trap]) },
  );
}, 120_000);

it('any text is taken as it is from a list of parameters', async () => {
  const engine = await anEngine();
  const plain = text.filter((value) => value.isWellFormed());
  await fc.assert(
    fc.asyncProperty(fc.array(plain, { minLength: 1, maxLength: 4 }), async (values) => {
      const prints = values.map((_, index) => `printf %s "$${index + 1}" > list.${index}`);
      const spec = `working_dir: ${folder}\nsteps:\n  - name: main\n    command:\n${prints
        .map((line) => `      - ${JSON.stringify(line)}\n`)
        .join('')}`;

      const { run } = await runToEnd(spec, { engine, params: JSON.stringify(values) });

      expect(run.error).toBe('');
      values.forEach((value, index) => {
        expect(readFileSync(join(folder, `list.${index}`), 'utf8')).toBe(value);
      });
      expect(existsSync(canary)).toBe(false);
    }),
    { numRuns: 40 },
  );
}, 120_000);
