import { describe, expect, it } from 'vitest';
import { runToEnd, logOf } from '../../../support/engine.ts';
import { lint } from './lint.ts';

const daily = 'schedule: 0 3 * * *\n';
const echo = 'steps:\n  - command: echo working\n';
const step = (lines: string): string =>
  `steps:\n  - name: only\n    command: echo working\n${lines.replace(/^/gm, '    ')}\n`;

describe('a field that has no effect', () => {
  it.each([
    ['overlap_policy: all\n' + echo, 'schedule-setting-unused 1:1 overlap_policy'],
    ['skip_if_successful: true\n' + echo, 'schedule-setting-unused 1:1 skip_if_successful'],
    ['jitter_sec: 30\n' + echo, 'schedule-setting-unused 1:1 jitter_sec'],
    [
      `schedule: {restart: 0 3 * * *}\njitter_sec: 30\n${echo}`,
      'schedule-setting-unused 2:1 jitter_sec',
    ],
    [`${daily}overlap_policy: all\n${echo}`, 'schedule-setting-unused 2:1 overlap_policy'],
    [
      `schedule: {stop: 0 3 * * *}\ncatchup_window: 1h\n${echo}`,
      'schedule-setting-unused 2:1 catchup_window',
    ],
    [
      step('retry_policy: {limit: 2, interval_sec: 0, exit_code: [1, 256]}'),
      'exit-code-out-of-range 4:62 256',
    ],
    [
      step('repeat_policy: {repeat: until, limit: 3, exit_code: 1000}'),
      'exit-code-out-of-range 4:57 1000',
    ],
    [step('repeat_policy: {repeat: false, interval_sec: 5}'), 'policy-switched-off 4:29 false'],
    [step('repeat_policy: {repeat: while, limit: 1}'), 'policy-switched-off 4:43 1'],
    [`env:\n  - NOW: $(date)\n${echo}`, 'command-not-run 2:10 $(date)'],
    [step('env: [NOW=$(date)]'), 'command-not-run 4:11 NOW=$(date)'],
    [`working_dir: $(pwd)\n${echo}`, 'command-not-run 1:14 $(pwd)'],
    [
      step('repeat_policy: {repeat: until, limit: 3, condition: $(date +%u), expected: "1"}'),
      'command-not-run 4:57 $(date +%u)',
    ],
    [step('preconditions: [{condition: test -e go, expected: ""}]'), 'empty-expected 4:55 ""'],
    [
      `smtp: {host: localhost, port: 25}\ninfo_mail: {from: a@b.c, to: d@e.f}\nmail_on: {failure: true}\nerror_mail: {from: a@b.c, to: d@e.f}\n${echo}`,
      'settings-unused 2:1 info_mail',
    ],
    [`llm: {provider: local, model: m}\n${echo}`, 'settings-unused 1:1 llm'],
    [`s3: {bucket: b}\n${echo}`, 'settings-unused 1:1 s3'],
    [
      `steps:\n  - call: child\n    signal_on_stop: SIGINT\n---\nname: child\n${echo}`,
      'signal-for-no-process 3:5 signal_on_stop',
    ],
  ])('is a warning: %j', (text, warning) => {
    expect(lint(text)).toEqual([warning]);
  });

  it.each([
    `${daily}catchup_window: 6h\noverlap_policy: latest\nskip_if_successful: true\n${echo}`,
    `${daily}queue: wide\noverlap_policy: all\n${echo}`,
    // The command line restarts a DAG without a schedule, and waits.
    `restart_wait_sec: 5\n${echo}`,
    step('continue_on: {exit_code: [0, 255]}'),
    step('retry_policy: {limit: 1, interval_sec: 0}'),
    step('repeat_policy: {repeat: while, limit: 2}'),
    step('preconditions: test "$(date +%u)" = 1'),
    step('preconditions: [{condition: "`date +%u`", expected: "1"}]'),
    `env:\n  - PRICE: \\$(5)\n  - TWO: "$((1+1))"\n${echo}`,
    'steps:\n  - command: echo "$(date)"\n',
    `handler_on: {wait: echo waiting}\nsteps:\n  - call: nightly\n`,
    `max_active_steps: 4\ntype: graph\n${echo}`,
    step('signal_on_stop: SIGINT'),
    `container: {image: alpine}\n${echo}`,
    `ssh: {host: h, user: u}\n${echo}`,
  ])('is none where it has one: %j', (text) => {
    expect(lint(text)).toEqual([]);
  });
});

describe('what a warning says of a run', () => {
  it('is so: `$(…)` stays text in a variable and a condition that is compared', async () => {
    const run = await runToEnd(`env:
  - NOW: $(echo now)
steps:
  - name: tell
    command: echo "$NOW"
  - name: compared
    command: echo compared
    preconditions: [{condition: $(echo 1), expected: "1"}]
`);

    expect(await logOf(run, 'tell')).toBe('$(echo now)');
    expect(run.node('compared').statusLabel).toBe('skipped');
  });

  it('is so: an empty `expected` makes a command of the condition, and `re:^$` compares with nothing', async () => {
    const run = await runToEnd(`env: [EMPTY=]
type: graph
steps:
  - name: command
    command: echo ran
    preconditions: [{condition: "true", expected: ""}]
  - name: compared
    command: echo ran
    preconditions: [{condition: "\${EMPTY}", expected: "re:^$"}, {condition: "true", expected: "re:^$", negate: true}]
`);

    expect(run.node('command').statusLabel).toBe('succeeded');
    expect(run.node('compared').statusLabel).toBe('succeeded');
  });

  it('is so: an exit code beyond 255 never comes', async () => {
    const run = await runToEnd(`steps:
  - name: leave
    command: exit 300
    continue_on: {exit_code: 300}
  - name: next
    command: echo next
`);

    expect(run.node('leave').exitCode).toBe(44);
    expect(run.node('next').statusLabel).toBe('aborted');
  });
});
