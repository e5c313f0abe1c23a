import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  anEngine,
  endOf,
  eventually,
  logOf,
  runToEnd,
  runUntil,
  startInline,
} from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];

describe('a retry of a caller', () => {
  it('goes on in the runs that failed and leaves those that succeeded alone', async () => {
    const folder = temporaryFolder('traces');
    const spec = `
steps:
  - name: each
    call: kid
    parallel: [a, b]
    output: RES
---
name: kid
params: x
steps:
  - name: first
    command: echo "first $1" >> ${folder}/trace
  - name: second
    command: echo "second $1" >> ${folder}/trace; test "$1" = a || test -e ${folder}/ready
`;
    const first = await runToEnd(spec);
    expect(first.run.statusLabel).toBe('failed');
    const ids = first.run.nodes[0]?.subRuns.map(({ dagRunId }) => dagRunId);
    writeFileSync(join(folder, 'ready'), '');

    await first.engine.client.call('runs.retry', first);
    const again = await endOf(first);

    expect(again.run).toMatchObject({ statusLabel: 'succeeded', attempt: 2, triggerType: 'retry' });
    expect(again.run.nodes[0]?.subRuns.map(({ dagRunId }) => dagRunId)).toEqual(ids);
    expect(linesOf(join(folder, 'trace')).toSorted()).toEqual(
      ['first a', 'first b', 'second a', 'second b', 'second b'].toSorted(),
    );
  });

  it('calls anew what stands behind a step that ran again, though it had succeeded', async () => {
    const folder = temporaryFolder('traces');
    writeFileSync(join(folder, 'value'), 'old');
    const first = await runToEnd(`
steps:
  - {name: load, command: grep -q new ${folder}/value, continue_on: failed}
  - {name: read, call: reader, output: RES}
  - {name: show, command: 'echo "\${RES.outputs.VALUE}"'}
---
name: reader
steps: [{command: cat ${folder}/value, output: VALUE}]
`);
    expect((await logOf(first, 'show')).trim()).toBe('old');
    writeFileSync(join(folder, 'value'), 'new');

    await first.engine.client.call('runs.retry', first);
    const again = await endOf(first);

    expect((await logOf(again, 'show')).trim()).toBe('new');
    expect(again.node('read').subRunsRepeated).toHaveLength(1);
  });

  it('calls anew what a step had called that is named to run again', async () => {
    const folder = temporaryFolder('traces');
    const first = await runToEnd(`
steps: [{name: each, call: kid, parallel: [a, b]}]
---
name: kid
params: x
steps: [{command: echo "$1" >> ${folder}/trace}]
`);

    await first.engine.client.call('runs.retry', { ...first, stepName: 'each' });
    await endOf(first);

    expect(linesOf(join(folder, 'trace')).toSorted()).toEqual(['a', 'a', 'b', 'b']);
  });

  it('calls anew what its handlers call', async () => {
    const folder = temporaryFolder('traces');
    const first = await runToEnd(`
steps: [{command: "false"}]
handler_on:
  failure: {call: tell, params: failure}
  exit: {call: tell, params: exit}
---
name: tell
params: x
steps: [{command: echo "$1" >> ${folder}/trace}]
`);

    await first.engine.client.call('runs.retry', first);
    await endOf(first);

    expect(linesOf(join(folder, 'trace'))).toEqual(['failure', 'exit', 'failure', 'exit']);
  });

  it('calls anew all that a handler calls, of which one had failed', async () => {
    const folder = temporaryFolder('traces');
    const first = await runToEnd(`
steps: [{command: "false"}]
handler_on: {failure: {call: tell, parallel: [a, b]}}
---
name: tell
params: x
steps: [{command: echo "$1" >> ${folder}/trace; test "$1" = a}]
`);

    await first.engine.client.call('runs.retry', first);
    await endOf(first);

    expect(linesOf(join(folder, 'trace')).toSorted()).toEqual(['a', 'a', 'b', 'b']);
  });

  it('calls anew in the engine that goes on with it', async () => {
    const folder = temporaryFolder('traces');
    const first = await runToEnd(`
steps:
  - name: load
    command: test -e ${folder}/again || exit 1; touch ${folder}/up; until [ -e ${folder}/go ]; do sleep 0.02; done
    continue_on: failed
  - {name: read, call: reader}
---
name: reader
steps: [{command: echo read >> ${folder}/trace}]
`);
    writeFileSync(join(folder, 'again'), '');
    await first.engine.client.call('runs.retry', first);
    await eventually(() => existsSync(join(folder, 'up')), 'the first step runs again');
    await first.engine.stop();

    const engine = await anEngine({ config: first.engine.config });
    writeFileSync(join(folder, 'go'), '');
    await endOf({ ...first, engine });

    expect(linesOf(join(folder, 'trace'))).toEqual(['read', 'read']);
  });

  it('of a policy begins nothing anew that succeeded', async () => {
    const folder = temporaryFolder('traces');
    const { run } = await runToEnd(`
steps:
  - call: kid
    parallel: [a, b, c]
    retry_policy: {limit: 2, interval_sec: 0}
---
name: kid
params: x
steps:
  - command: echo "$1" >> ${folder}/trace; test "$1" != b || test "$(grep -c b ${folder}/trace)" -ge 3
`);

    expect(run.statusLabel).toBe('succeeded');
    expect(run.nodes[0]).toMatchObject({ retryCount: 2 });
    expect(linesOf(join(folder, 'trace')).toSorted()).toEqual(['a', 'b', 'b', 'b', 'c']);
  });
});

describe('a sub-DAG of a wait handler', () => {
  it('is called at each wait', async () => {
    const file = join(temporaryFolder('traces'), 'trace');
    const started = await startInline(`
steps: [{name: one, type: hitl}, {name: two, type: hitl}]
handler_on: {wait: {call: tell}}
---
name: tell
steps: [{command: echo told >> ${file}}]
`);
    await runUntil(started, ({ statusLabel }) => statusLabel === 'waiting');

    await started.engine.client.call('runs.approve', { ...started, stepName: 'one' });

    await eventually(() => linesOf(file).length === 2, 'the second wait is told');
  });
});
