import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  endOf,
  engineOfFile,
  nodeOf,
  runToEnd,
  runUntil,
  startInline,
} from '../../support/engine.ts';

const engine = engineOfFile();

/** What no repetition and no `negate` can make right, and what is said of it. */
const broken = [
  ['{condition: "${NOBODY.x}", expected: "re:.*"}', 'there is no variable NOBODY'],
  ['{condition: "${NOBODY}", expected: "x"}', 'there is no variable NOBODY'],
  ['{condition: "$NOBODY", expected: "x", negate: true}', 'there is no variable NOBODY'],
  ['{condition: a, expected: "${NOBODY}", negate: true}', 'there is no variable NOBODY'],
  ['{condition: "test ${NOBODY.x}", negate: true}', 'there is no variable NOBODY'],
  ['{condition: "`echo ${NOBODY.x}`", expected: a, negate: true}', 'there is no variable NOBODY'],
  ['{condition: a, expected: "re:${OPEN}", negate: true}', 'invalid expression'],
  [
    '{condition: "${LONG}${LONG}", expected: "re:x{900}$", negate: true}',
    'is too long for the expression',
  ],
  [
    '{condition: "`head -c 1100000 /dev/zero | tr \'\\\\0\' x`", expected: a, negate: true}',
    'maxBuffer',
  ],
] as const;

/** Commands that say no, or cannot say anything. */
const unmet = [
  ['{condition: "`echo inactive; exit 3`", expected: active}', 'exit code 3'],
  ['"exit 4"', 'exit status 4'],
  ['"kill -9 $$"', 'SIGKILL'],
  ['"no-such-program --x"', 'the command cannot be started'],
  ['"/etc/hostname"', 'the command cannot be started'],
  ['{condition: "`no-such-program --x`", expected: ok}', 'the command cannot be started'],
] as const;

const setting = `env:
  - OPEN: "("
  - LONG: ${'x'.repeat(3000)}
`;

const run = (spec: string) => runToEnd(spec, { engine: engine() });

describe('a condition that is broken', () => {
  it.each(broken)('fails its step, which says why: %s', async (condition, why) => {
    const ended = await run(`${setting}type: graph
steps:
  - {name: main, command: echo never, preconditions: [${condition}]}
  - {name: next, command: "true", depends: main}
`);

    expect(ended.node('main')).toMatchObject({ statusLabel: 'failed', attempts: 0 });
    expect(ended.node('main').error).toMatch(/^condition cannot be evaluated: /);
    expect(ended.node('main').error).toContain(why);
    expect(ended.node('next').statusLabel).toBe('aborted');
    expect(ended.run.statusLabel).toBe('failed');
  });

  it.each(broken)('fails the run of its DAG, which says why: %s', async (condition, why) => {
    const { run: ended } = await run(`${setting}preconditions: ["true", ${condition}]
handler_on: {init: "true", failure: "true", abort: "true", exit: "true"}
steps: [echo never]
`);

    expect(ended.statusLabel).toBe('failed');
    expect(ended.error).toMatch(/^condition cannot be evaluated: /);
    expect(ended.error).toContain(why);
    expect(ended.preconditions.map(({ error }) => error)).toEqual([
      'other condition was not met',
      ended.error,
    ]);
    expect(ended.nodes[0]?.statusLabel).toBe('not_started');
    expect(ended.onInit?.statusLabel).toBe('not_started');
    expect(ended.onFailure?.statusLabel).toBe('succeeded');
    expect(ended.onAbort?.statusLabel).toBe('not_started');
    expect(ended.onExit?.statusLabel).toBe('succeeded');
    expect(readFileSync(ended.log, 'utf8')).toContain(why);
  });

  it('fails an init handler, and so aborts the run', async () => {
    const { run: ended } = await run(`handler_on:
  init: {command: echo never, preconditions: [${broken[0][0]}]}
steps: ["true"]
`);

    expect(ended.onInit?.statusLabel).toBe('failed');
    expect(ended.statusLabel).toBe('aborted');
  });

  it('fails the step that calls its DAG', async () => {
    const { node, run: ended } = await run(`steps:
  - {name: main, call: child}
---
name: child
preconditions: [${broken[1][0]}]
steps: ["true"]
`);

    expect(node('main').statusLabel).toBe('failed');
    expect(ended.statusLabel).toBe('failed');
  });

  it('fails its step as `continue_on` says', async () => {
    const { node, run: ended } = await run(`steps:
  - {name: main, command: echo never, preconditions: [${broken[0][0]}], continue_on: failed}
  - {name: next, command: "true"}
`);

    expect(node('main').statusLabel).toBe('failed');
    expect(node('next').statusLabel).toBe('succeeded');
    expect(ended.statusLabel).toBe('partially_succeeded');
  });

  it.each(['while', 'until'])('ends a repetition (%s) as a failure', async (repeat) => {
    const { node, run: ended } = await run(`steps:
  - name: main
    command: "true"
    repeat_policy: {repeat: ${repeat}, condition: "\${NOBODY}", expected: x, interval_sec: 0}
`);

    expect(node('main')).toMatchObject({ statusLabel: 'failed', attempts: 1 });
    expect(node('main').error).toBe(
      'the repeat condition cannot be evaluated: `${NOBODY}`: there is no variable NOBODY',
    );
    expect(ended.statusLabel).toBe('failed');
  });

  it('is told beside what failed before it', async () => {
    const { node } = await run(`steps:
  - name: main
    command: exit 7
    repeat_policy: {repeat: until, condition: "\${NOBODY}", expected: x}
`);

    expect(node('main').error.split('\n')).toEqual([
      'exit status 7',
      expect.stringContaining('the repeat condition cannot be evaluated'),
    ]);
  });

  it('is none where a name has a default, is declared without a value, or belongs to the shell', async () => {
    const { run: ended } = await run(`type: graph
steps:
  - {name: default, command: "true", preconditions: {condition: "\${NOBODY:-x}", expected: x}}
  - {name: never, command: "true", output: LATER, preconditions: "false"}
  - name: declared
    command: "true"
    depends: never
    preconditions: {condition: "\${LATER}", expected: x, negate: true}
    continue_on: skipped
  - {name: shell, command: "true", preconditions: 'test -z "$NOBODY"'}
`);

    expect(ended.nodes.map(({ statusLabel }) => statusLabel)).not.toContain('failed');
    expect(ended.nodes.find(({ step }) => step.name === 'shell')?.statusLabel).toBe('succeeded');
  });
});

describe('a command of a condition that fails', () => {
  it.each(unmet)('skips its step, which says why: %s', async (condition, why) => {
    const ended = await run(`steps:
  - {name: main, command: echo never, preconditions: [${condition}], continue_on: {skipped: true}}
  - {name: next, command: "true"}
`);

    expect(ended.node('main')).toMatchObject({ statusLabel: 'skipped', attempts: 0 });
    expect(ended.node('main').error).toMatch(/^condition was not met: /);
    expect(ended.node('main').error).toContain(why);
    expect(ended.node('next').statusLabel).toBe('succeeded');
    expect(ended.run.statusLabel).toBe('succeeded');
  });

  it.each(unmet)('aborts the run of its DAG, which says why: %s', async (condition, why) => {
    const { run: ended } = await run(`preconditions: [${condition}]
handler_on: {abort: "true"}
steps: [echo never]
`);

    expect(ended.statusLabel).toBe('aborted');
    expect(ended.error).toMatch(/^condition was not met: /);
    expect(ended.error).toContain(why);
    expect(ended.onAbort?.statusLabel).toBe('succeeded');
  });

  it('meets a condition that is negated', async () => {
    const { node } = await run(`steps:
  - {name: main, command: "true", preconditions: [{condition: "kill -9 $$", negate: true}]}
`);

    expect(node('main').statusLabel).toBe('succeeded');
  });

  it('ends a repetition while it is met, with the end of the last run', async () => {
    const { node, run: ended } = await run(`steps:
  - name: main
    command: "true"
    repeat_policy: {repeat: while, condition: "\`exit 3\`", expected: x}
`);

    expect(node('main')).toMatchObject({ statusLabel: 'succeeded', exitCode: 0, attempts: 1 });
    expect(node('main').error).toContain('the repeat condition cannot be evaluated: `exit 3`');
    expect(ended.statusLabel).toBe('succeeded');
  });

  it('goes on with a repetition until it is met, and says why once, to the end', async () => {
    const { node, run: ended } = await run(`steps:
  - name: main
    command: "true"
    repeat_policy: {condition: "\`no-such-program --x\`", expected: ok, interval_sec: 0, limit: 3}
`);

    expect(node('main')).toMatchObject({ statusLabel: 'succeeded', attempts: 3 });
    expect(node('main').error).toMatch(
      /^the repeat condition cannot be evaluated: `no-such-program --x`: the command cannot be started/,
    );
    const told = readFileSync(ended.log, 'utf8').match(/step repeat.*cannot be evaluated/g);
    expect(told).toHaveLength(1);
  });

  it('is told on the step while the next round is waited for, and after a stop', async () => {
    const started = await startInline(
      `steps:
  - name: main
    command: "true"
    repeat_policy: {condition: no-such-program, repeat: until, interval_sec: 600}
`,
      { engine: engine() },
    );

    const waiting = await runUntil(started, (now) => nodeOf(now, 'main').error !== '');
    await engine().client.call('runs.stop', started);
    const { node } = await endOf(started);

    const why = 'the repeat condition cannot be evaluated: exit status 127';
    expect(nodeOf(waiting, 'main').error).toContain(why);
    expect(node('main').error).toMatch(/^stopped\nthe repeat condition cannot be evaluated/);
  });

  it('is forgotten once the condition gives an answer', async () => {
    const { node } = await run(`steps:
  - name: main
    command: 'test -e flag && printf "echo ok" > answer; touch flag'
    repeat_policy: {condition: "\`sh ./answer\`", expected: ok, interval_sec: 0, limit: 9}
`);

    expect(node('main')).toMatchObject({ statusLabel: 'succeeded', attempts: 2, error: '' });
  });

  it('is no trouble where it only says no', async () => {
    const { node } = await run(`steps:
  - name: main
    command: "true"
    repeat_policy: {repeat: until, condition: "false", interval_sec: 0, limit: 2}
`);

    expect(node('main')).toMatchObject({ statusLabel: 'succeeded', attempts: 2, error: '' });
  });
});

describe('a step that fails before its conditions can be asked', () => {
  it('fails as its `continue_on` says', async () => {
    const { run: ended, node } = await run(`steps:
  - name: main
    command: echo never
    env: [{E: "\`exit 3\`"}]
    preconditions: "true"
    continue_on: failure
  - {name: next, command: "true"}
`);

    expect(node('main')).toMatchObject({ statusLabel: 'failed', attempts: 0 });
    expect(node('main').error).toContain('exit code 3');
    expect(node('next').statusLabel).toBe('succeeded');
    expect(ended.statusLabel).toBe('partially_succeeded');
  });
});
