import { expect, it } from 'vitest';
import { endOf, engineOfFile, logOf, startInline } from '../../support/engine.ts';
import { describeWithReal } from '../../support/real.ts';
import { sqlStep } from './sql-steps.ts';

const engine = engineOfFile();

describeWithReal('jq', 'a step of type jq with the jq of the computer', (program) => {
  const started = (expression: string, input: string, ...lines: readonly string[]) => {
    const config = `config: {program: "\${JQ}", raw: true}`;
    const step = sqlStep('jq', `command: '${expression}'`, `script: '${input}'`, config, ...lines);
    return startInline(`env: [{JQ: ${program}}]\n${step}`, { engine: engine() });
  };

  it('prints its results, and sees the variables of the step', async () => {
    const run = await endOf(await started('.a, env.OF_STEP', '{"a": "x"}', 'env: [{OF_STEP: y}]'));

    expect(run.node('s')).toMatchObject({ statusLabel: 'succeeded', error: '' });
    expect(await logOf(run, 's')).toBe('x\ny');
  });

  it.each([
    ['.a |', '{}', 'syntax error, unexpected'],
    ['.a.b', '{"a": 1}', 'Cannot index number with string "b"'],
    ['--version', 'null', 'version/0 is not defined'],
  ])('says why it fails: %s', async (expression, input, error) => {
    const run = await endOf(await started(expression, input));

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1 });
    expect(run.node('s').error).toContain(error);
    expect(run.node('s').error).not.toMatch(/stdin|jq:|quoting/);
  });

  it('may leave input unread', async () => {
    const run = await endOf(await started('halt', '1 2 '.repeat(200_000)));

    expect(run.node('s')).toMatchObject({ statusLabel: 'succeeded', error: '' });
  });

  it('is ended with its step', async () => {
    const run = await started('def f: f; f', 'null', 'timeout_sec: 1');

    expect((await endOf(run)).node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 124 });
  });
});

it('says which jq is not there', async () => {
  const step = sqlStep('jq', 'command: .', 'script: "1"', 'config: {program: no-such-jq}');

  const run = await endOf(await startInline(step, { engine: engine() }));

  expect(run.node('s').error).toContain('there is no program no-such-jq: install it, or leave out');
});
