import { describe, expect, it, vi } from 'vitest';
import { anEngine, runToEnd } from '../../support/engine.ts';

describe('the numbers of a retry_policy', () => {
  it('are looked up when a step fails, where they are references', async () => {
    const { node } = await runToEnd(`params: [{TIMES: 2}]
steps:
  - {name: make, command: echo 0, output: WAIT}
  - name: flaky
    command: exit 1
    retry_policy: {limit: "\${TIMES}", interval_sec: $WAIT}
`);

    expect(node('flaky').attempts).toBe(3);
  });

  it('may be in `env` of the step, beside what a command prints there', async () => {
    const { node } = await runToEnd(`params: [{MORE: 2}]
steps:
  - name: flaky
    command: exit 1
    env: [{NOW: "\`date\`"}, {TIMES: "\${MORE}"}]
    retry_policy: {limit: "\${TIMES}", interval_sec: 0}
`);

    expect(node('flaky').attempts).toBe(3);
  });

  it('may be imported by `env` of the step from the environment of the engine', async () => {
    vi.stubEnv('TIMES', '2');
    const engine = await anEngine();
    const spec = `steps:
  - name: flaky
    command: exit 1
    env: [{TIMES: "\${TIMES}"}]
    retry_policy: {limit: "\${TIMES}", interval_sec: 0}
`;

    const { node } = await runToEnd(spec, { engine });

    expect(node('flaky').attempts).toBe(3);
  });

  it('retry nothing where a reference leads to no number, and the step says so', async () => {
    const { node } = await runToEnd(`steps:
  - name: flaky
    command: exit 1
    retry_policy: {limit: "\${TIMES}", interval_sec: 0}
`);

    expect(node('flaky')).toMatchObject({
      attempts: 1,
      error: 'exit status 1\n`limit` of `retry_policy`: ${TIMES} is not a whole number',
    });
  });
});
