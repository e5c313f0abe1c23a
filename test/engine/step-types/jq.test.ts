import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endOf, engineOfFile, logOf, startInline, type EndedRun } from '../../support/engine.ts';
import { sqlStep } from './sql-steps.ts';

const engine = engineOfFile();
const started = (spec: string) => startInline(spec, { engine: engine() });
const ended = async (spec: string): Promise<EndedRun> => endOf(await started(spec));
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const jq = (expression: string, input: string, ...lines: readonly string[]): string =>
  sqlStep('jq', `command: ${quoted(expression)}`, `script: ${quoted(input)}`, ...lines);

describe('a step of type jq', () => {
  it.each([
    [
      '.users[] | {name}',
      '{"users": [{"name": "Ada", "n": 1}, {"name": "B"}]}',
      '{\n  "name": "Ada"\n}\n{\n  "name": "B"\n}',
    ],
    [
      '.',
      '1 "two" [1.50, 100000000000000000001]',
      '1\n"two"\n[\n  1.50,\n  100000000000000000001\n]',
    ],
    ['.[] as $x | "\\($x) $NAME ${NAME}"', '["é😀"]', '"é😀 $NAME of the DAG"'],
    ['. # a remark', '{"a": "$5 ${NAME}"}', '{\n  "a": "$5 of the DAG"\n}'],
    ['-1', 'null', '-1'],
    ['empty', 'null', ''],
    ['try error("x") catch .', 'null', '"x"'],
  ])('prints its results as JSON: %s', async (expression, input, printed) => {
    const run = await ended(`env: [{NAME: of the DAG}]\n${jq(expression, input)}`);

    expect(run.node('s')).toMatchObject({ statusLabel: 'succeeded', error: '' });
    expect(await logOf(run, 's')).toBe(printed);
  });

  it('fills in declared names alone, and keeps what nothing declares', async () => {
    const input = '{"a": "${HOME} ${NAME} ${NOBODY} ${NOBODY:0:2} ${NOBODY:-d} ${DAG_NAME}"}';
    const step = jq('.a, "${NOBODY}"', input, 'config: {raw: true}');

    const run = await ended(`env: [{NAME: x}]\n${step}`);

    expect(await logOf(run, 's')).toBe('${HOME} x ${NOBODY} ${NOBODY:0:2} d test\n${NOBODY}');
  });

  it('prints bare texts with raw, as later steps want them', async () => {
    const data = `  - {name: data, command: 'echo "{\\"title\\": \\"it is \\\\\\"here\\\\\\"\\"}"', output: DATA}\n`;
    const step = jq('.title, [1, 2]', '${DATA}', 'config: {raw: true}', 'output: TITLE');
    const after = `  - {name: after, command: 'echo "<$TITLE>"'}\n`;

    const run = await ended(step.replace('steps:\n', `steps:\n${data}`) + after);

    expect(await logOf(run, 's')).toBe('it is "here"\n[1,2]');
    expect(await logOf(run, 'after')).toBe('<it is "here"\n[1,2]>');
  });

  it('has variables by `args`, whose values are data', async () => {
    const args = `config: {args: {text: '\${SAID}', n: 1.50, list: ['\${SAID}', 2]}}`;
    const spec = jq('[$text, $n, $list[1], ($list[0] | length)]', 'null', args);

    const run = await ended(`env: [{SAID: 'a "b" \\n'}]\n${spec}`);

    expect(run.node('s').error).toBe('');
    expect(JSON.parse(await logOf(run, 's'))).toEqual(['a "b" \\n', 1.5, 2, 8]);
  });

  it.each(['$ENV.SAID', 'env.SAID', 'env | .SAID', 'def env: $ENV; env.SAID'])(
    'knows the variables of the step: %s',
    async (expression) => {
      const run = await ended(`env: [{SAID: 'a "b"'}]\n${jq(expression, 'null')}`);

      expect(run.node('s').error).toBe('');
      expect(await logOf(run, 's')).toBe('"a \\"b\\""');
    },
  );

  it('shows the variables of a step, and none that it is started by', async () => {
    const run = await ended(`params: [{DAY: monday}]\n${jq('$ENV | keys | join(" ")', 'null')}`);

    expect(await logOf(run, 's')).toMatch(/\bDAY\b/);
    expect(await logOf(run, 's')).not.toMatch(/ELECTRON|COOKIE|NODE_/);
  });

  it.each([
    ['.a |', '{}', 'syntax error, unexpected end of file'],
    ['.a', '{not json', 'parse error: Invalid numeric literal at line 1, column 5'],
    ['.[0], error("boom")', '[1]', 'boom'],
    ['.a.b', '{"a": 1}', 'Cannot index number with string "b"'],
    ['--version', 'null', 'version/0 is not defined'],
    ['include "a"; .', 'null', 'module not found: a'],
  ])('says why it fails: %s', async (expression, input, error) => {
    const run = await ended(jq(expression, input));

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1 });
    expect(run.node('s').error).toContain(error);
    expect(run.node('s').error).not.toMatch(/inputString|Non-zero|quoting/);
  });

  it('prints what comes before it fails, bytes that are zero, and all remarks', async () => {
    const remarks = 'range(5000) | stderr | empty';
    const expression = `(${remarks}), "a\\u0000b", error("boom")`;

    const run = await ended(jq(expression, 'null', 'config: {raw: true}'));

    const { stdout, stderr, error } = run.node('s');
    expect(error).toMatch(/boom$/);
    expect(readFileSync(stdout, 'utf8')).toBe('a\0b\n');
    expect(readFileSync(stderr, 'utf8')).toContain('1234');
  });

  it.each([
    ['[range(1e9)] | length', 'null'],
    ['[.[] | [., .]] | length', `[${'{},'.repeat(300_000)}1]`],
    ['def f: 1 + f; f', 'null'],
  ])('has its memory bounded, and says so: %s', async (expression, input) => {
    const run = await ended(jq(expression, input));

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1 });
    expect(run.node('s').error).toContain('jq needs more than 64 MiB of memory');
    expect(run.node('s').usage?.peakMemoryBytes).toBeLessThan(150 * 1024 * 1024);
  });

  it('takes no input that is larger than 1 MiB, and says what to do instead', async () => {
    const run = await ended(jq('length', `["${'x'.repeat(1024 * 1024)}"]`));

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed' });
    expect(run.node('s').error).toBe(
      '`script`: the expanded value is larger than 1 MiB: keep larger input in a file, and let a shell step run jq on it',
    );
  });

  it.each([
    ['the time limit of its step', 'timeout_sec: 1', { statusLabel: 'failed', exitCode: 124 }],
    ['a stop', '', { statusLabel: 'aborted' }],
  ])('that has no end is ended by %s', async (ending, limit, expected) => {
    const run = await started(jq('def f: f; f', 'null', ...(limit === '' ? [] : [limit])));

    const { name, dagRunId } = run;
    if (ending === 'a stop') await engine().client.call('runs.stop', { name, dagRunId });

    expect((await endOf(run)).node('s')).toMatchObject(expected);
  });

  it.each([
    ['steps: [{type: jq, command: .}]', 'a step of `type: jq` requires `script`'],
    ['steps: [{type: jq, script: "1"}]', 'a step of `type: jq` requires `command`'],
    ['steps: [{type: jq, command: [a, b], script: "1"}]', 'must be a single text: the expression'],
  ])('is refused where it is not complete: %s', async (spec, message) => {
    const { errors } = await engine().client.call('dags.validate', { spec });

    expect(errors.join('\n')).toContain(message);
  });
});
