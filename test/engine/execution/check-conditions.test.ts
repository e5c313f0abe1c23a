import { describe, expect, it } from 'vitest';
import { runToEnd } from '../../support/engine.ts';

/** Conditions of which nobody can say whether they are met, and what is wrong with each. */
const unknown = [
  ['{condition: "`echo inactive; exit 3`", expected: active}', 'exit code 3'],
  ['{condition: "${NOBODY.x}", expected: "re:.*"}', 'there is no variable NOBODY'],
  ['{condition: a, expected: "${NOBODY.x}", negate: true}', 'there is no variable NOBODY'],
  ['{condition: "test ${NOBODY.x}", negate: true}', 'there is no variable NOBODY'],
] as const;

describe('a condition that cannot be evaluated is not met', () => {
  it.each(unknown)('and skips its step, which says why: %s', async (condition, why) => {
    const { run, node } = await runToEnd(`steps:
  - {name: main, command: echo never, preconditions: [${condition}], continue_on: {skipped: true}}
  - {name: next, command: "true"}
`);

    expect(node('main')).toMatchObject({ statusLabel: 'skipped', attempts: 0 });
    expect(node('main').error).toMatch(/^condition was not met: /);
    expect(node('main').error).toContain(why);
    expect(node('next').statusLabel).toBe('succeeded');
    expect(run.statusLabel).toBe('succeeded');
  });

  it.each(unknown)('and aborts the run of its DAG, which says why: %s', async (condition, why) => {
    const { run } = await runToEnd(`preconditions: [${condition}]
handler_on: {abort: "true"}
steps: [echo never]
`);

    expect(run.statusLabel).toBe('aborted');
    expect(run.error).toMatch(/^condition was not met: /);
    expect(run.error).toContain(why);
    expect(run.onAbort?.statusLabel).toBe('succeeded');
  });

  it('and skips an init handler, after which the steps run', async () => {
    const { run } = await runToEnd(`handler_on:
  init: {command: echo never, preconditions: [${unknown[0][0]}]}
steps: ["true"]
`);

    expect(run.onInit?.statusLabel).toBe('skipped');
    expect(run.statusLabel).toBe('succeeded');
  });

  it('and ends a repetition while it is met, with the end of the last run', async () => {
    const { run, node } = await runToEnd(`steps:
  - name: main
    command: "true"
    repeat_policy: {repeat: while, condition: "\`exit 3\`", expected: x}
`);

    expect(node('main')).toMatchObject({ statusLabel: 'succeeded', exitCode: 0, attempts: 1 });
    expect(run.statusLabel).toBe('succeeded');
  });

  it('and goes on with a repetition until it is met', async () => {
    const { node } = await runToEnd(`steps:
  - name: main
    command: "true"
    repeat_policy: {repeat: until, condition: "\`exit 3\`", expected: x, interval_sec: 0, limit: 3}
`);

    expect(node('main')).toMatchObject({ statusLabel: 'succeeded', attempts: 3 });
  });
});

describe('a step that fails before its conditions can be asked', () => {
  it('fails as its `continue_on` says', async () => {
    const { run, node } = await runToEnd(`steps:
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
    expect(run.statusLabel).toBe('partially_succeeded');
  });
});
