import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  anEngine,
  endOf,
  eventually,
  logOf,
  runToEnd,
  runUntil,
  startInline,
  untilLogHolds,
} from '../../support/engine.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { forget, oneStep, programs, stop } from './left-programs.ts';
import { aStranger, isAlive, killGroup, parentOf } from '../../support/processes.ts';

describe('a stop', () => {
  it('reaches what has taken a session of its own, and kills what ignores the signal', async () => {
    const { sleeper, stubborn, until, pidOf } = programs();
    const started = await startInline(
      oneStep([
        `setsid ${sleeper('session')} &`,
        `setsid sh -c '(setsid ${sleeper('daemon')} &)' &`,
        `setsid ${stubborn('stubborn')} &`,
        until('session', 'daemon', 'stubborn'),
        'echo ready; sleep 300',
      ]),
    );
    await untilLogHolds(started, 'main', 'ready');

    const { run } = await stop(started);

    expect(['session', 'daemon', 'stubborn'].map(pidOf).filter(isAlive)).toEqual([]);
    expect(run.statusLabel).toBe('aborted');
  });

  it('reaches the steps of called runs', async () => {
    const { sleeper, until, pidOf, isUp } = programs();
    const started = await startInline(`steps:
  - name: main
    call: child
---
name: child
steps:
  - name: inner
    command: |
      setsid ${sleeper('session')} &
      ${until('session')}
      sleep 300
`);
    await eventually(() => isUp('session'), 'it is up');

    const { run } = await stop(started);

    expect(isAlive(pidOf('session'))).toBe(false);
    expect(run.statusLabel).toBe('aborted');
  });

  it('signals nothing that carries the cookie of another step, or none', async () => {
    const stranger = aStranger();
    const other = spawn('sleep', ['300'], {
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, DAG_STEP_COOKIE: 'abcdef0123456789' },
    });
    onTestFinished(() => void other.kill('SIGKILL'));
    const { sleeper, until, pidOf } = programs();
    const started = await startInline(
      oneStep([
        `${forget} setsid ${sleeper('free')} > /dev/null 2>&1 &`,
        until('free'),
        'echo ready; sleep 300',
      ]),
    );
    await untilLogHolds(started, 'main', 'ready');

    await stop(started);

    expect([stranger, other.pid ?? 0, pidOf('free')].filter(isAlive)).toHaveLength(3);
  });

  it('sends its signal once, wherever a process is', async () => {
    const { told, until, folder } = programs();
    const started = await startInline(
      oneStep([
        `setsid ${told('session', `echo x >> ${folder}/session.told`)} &`,
        `${told('group', `echo x >> ${folder}/group.told`)} &`,
        `${until('session', 'group')}; echo ready; wait`,
      ]),
    );
    await untilLogHolds(started, 'main', 'ready');

    await stop(started);

    expect(readFileSync(join(folder, 'session.told'), 'utf8')).toBe('x\n');
    expect(readFileSync(join(folder, 'group.told'), 'utf8')).toBe('x\n');
  });
});

describe('a time limit', () => {
  it('ends what has taken a session of its own', async () => {
    const { stubborn, until, pidOf } = programs();

    const { node } = await runToEnd(
      oneStep([`setsid ${stubborn('stubborn')} &`, until('stubborn'), 'sleep 300']) +
        '    timeout_sec: 1\n',
    );

    expect(isAlive(pidOf('stubborn'))).toBe(false);
    expect(node('main')).toMatchObject({ statusLabel: 'failed', exitCode: 124 });
  });
});

describe('the end of a step', () => {
  it('ends what it left, in its group or out of it, before the next one begins', async () => {
    const { sleeper, stubborn, until, folder } = programs();

    const ended = await runToEnd(`max_clean_up_time_sec: 1
steps:
  - name: main
    command: |
      nohup ${sleeper('group')} &
      setsid ${stubborn('session')} &
      ${until('group', 'session')}
      exit 3
    continue_on: {failure: true}
  - name: next
    command: cat $(sed 's,.*,/proc/&/status,' ${folder}/group ${folder}/session) | grep ^State | grep -v zombie || echo gone
`);

    expect(await logOf(ended, 'next')).toBe('gone');
    expect(ended.node('main')).toMatchObject({ statusLabel: 'failed', exitCode: 3 });
    const { engine, name, dagRunId } = ended;
    const { content } = await engine.client.call('runs.log', { name, dagRunId });
    expect(content).toContain('step left processes step=main pids=');
  });

  it('leaves alone what was started without the cookie and writes elsewhere', async () => {
    const { sleeper, until, pidOf } = programs();

    const { run } = await runToEnd(
      oneStep([
        `${forget} setsid ${sleeper('session')} > /dev/null 2>&1 &`,
        `${forget} ${sleeper('group')} > /dev/null 2>&1 &`,
        until('session', 'group'),
      ]),
    );

    expect(run.statusLabel).toBe('succeeded');
    expect(['session', 'group'].map(pidOf).filter(isAlive)).toHaveLength(2);
  });

  it('does not wait for what drops the cookie after it was noticed', async () => {
    const { sleeper } = programs();
    const later = `(sleep 0.3; exec ${forget} setsid ${sleeper('late')}) > /dev/null 2>&1 &`;

    // Else it ends with what it started, after five minutes.
    const { run } = await runToEnd(oneStep([later]));

    expect(run.statusLabel).toBe('succeeded');
  });

  it('waits for what is about to end by itself, and takes its words', async () => {
    const ended = await runToEnd(`steps:
  - name: main
    shell: bash
    command: |
      exec > >(while read -r line; do sleep 0.1; echo "read $line"; done)
      echo one; echo two
    output: OUT
  - name: show
    command: echo "$OUT"
`);

    expect(await logOf(ended, 'show')).toBe('read one\nread two');
  });

  it('masks the last words of what it left', async () => {
    const { told, until } = programs();
    const key = join(temporaryFolder('secret'), 'key');
    writeFileSync(key, 'hunter2-canary');
    const step = oneStep([
      `setsid ${told('session', 'echo bye $TOKEN; exit')} &`,
      until('session'),
    ]);
    const started = await startInline(
      `secrets: [{name: TOKEN, provider: file, key: ${key}}]\n${step}`,
    );

    const ended = await endOf(started);

    expect(ended.run.statusLabel).toBe('succeeded');
    await untilLogHolds(ended, 'main', 'bye *******');
  });

  it('is not held up by a time limit that passes meanwhile, but by a stop', async () => {
    const { stubborn, until, pidOf } = programs();
    const started = await startInline(
      `max_clean_up_time_sec: 2
steps:
  - name: main
    timeout_sec: 1
    command: |
      setsid ${stubborn('session')} &
      ${until('session')}
`,
    );

    const { node } = await endOf(started);

    expect(node('main')).toMatchObject({ statusLabel: 'succeeded', exitCode: 0 });
    expect(isAlive(pidOf('session'))).toBe(false);
  });

  it('is an abort where a stop comes while something is left', async () => {
    const { stubborn, until, pidOf } = programs();
    const spec = oneStep([`setsid ${stubborn('session')} &`, until('session')]);
    const started = await startInline(spec.replace('time_sec: 1', 'time_sec: 5'));
    const { engine, name, dagRunId } = started;
    const left = async () =>
      (await engine.client.call('runs.log', { name, dagRunId })).content.includes('left processes');
    await eventually(left, 'its commands have ended');

    const { node } = await stop(started);

    expect(node('main')).toMatchObject({ statusLabel: 'aborted', exitCode: 0 });
    expect(isAlive(pidOf('session'))).toBe(false);
  });

  it('names what had to be ended, and how to keep it, on the step and in the log of the run', async () => {
    const { sleeper, until, pidOf } = programs();

    const ended = await runToEnd(oneStep([`setsid ${sleeper('daemon')} &`, until('daemon')]));

    const named = `sleep 300 (process ${pidOf('daemon')})`;
    expect(ended.node('main').statusLabel).toBe('succeeded');
    expect(ended.node('main').facts).toEqual([
      { name: 'ended', value: expect.stringMatching(/^sleep 300 \(process \d+\)\. .*env -u DAG_/) },
    ]);
    const { content } = await ended.engine.client.call('runs.log', ended);
    expect(content).toContain(`step left processes step=main pids=${pidOf('daemon')}`);
    expect(content).toContain(named);
  });

  it('names at most five programs, and shows no secret of theirs', async () => {
    const { folder } = programs();
    const key = join(temporaryFolder('secret'), 'key');
    writeFileSync(key, 'hunter2-canary');
    const script = join(folder, 'waits.sh');
    writeFileSync(script, 'exec 9>&-; read -r _ < /dev/null; while :; do sleep 300; done\n');
    const spec = oneStep(['for i in 1 2 3; do sh ' + script + ' "$TOKEN" & done; sleep 0.5']);

    const ended = await runToEnd(`secrets: [{name: TOKEN, provider: file, key: ${key}}]\n${spec}`);

    const value = ended.node('main').facts?.[0]?.value ?? '';
    expect(value.match(/\(process \d+\)/g)).toHaveLength(5);
    expect(value).toContain('waits.sh ******* (process');
    expect(value).toMatch(/, 1 more\. A program ends/);
  });

  it('names nothing where all ended in time, or a stop came', async () => {
    const { sleeper, until } = programs();
    const inTime = await runToEnd(oneStep(['(sleep 0.2; echo bye) &']));
    const started = await startInline(
      oneStep([`setsid ${sleeper('daemon')} &`, until('daemon'), 'echo ready; sleep 300']),
    );
    await untilLogHolds(started, 'main', 'ready');
    const stopped = await stop(started);

    expect(inTime.node('main').facts).toBeUndefined();
    expect(stopped.node('main').facts).toBeUndefined();
  });
});

describe('a command that the engine asks', () => {
  const asking = (kind: 'precondition' | 'backticks', text: string): string =>
    kind === 'precondition'
      ? `preconditions: ${JSON.stringify(text)}\nsteps: ['true']\n`
      : `env: [{ASKED: ${JSON.stringify(`\`${text}\``)}}]\nsteps: ['true']\n`;

  it.each(['precondition', 'backticks'] as const)(
    'in a %s ends with all that it started, but for what drops the cookie',
    async (kind) => {
      const { sleeper, until, pidOf } = programs();
      const silent = '</dev/null >/dev/null 2>&1 &';

      const { run } = await runToEnd(
        asking(
          kind,
          `${sleeper('group')} ${silent} setsid ${sleeper('session')} ${silent} ` +
            `${forget} setsid ${sleeper('own')} ${silent} ${until('group', 'session', 'own')}`,
        ),
      );

      expect(run.statusLabel).toBe('succeeded');
      expect(['group', 'session', 'own'].map(pidOf).map(isAlive)).toEqual([false, false, true]);
    },
  );

  it('takes along what has left its group when its run is stopped', async () => {
    const { sleeper, until, pidOf, isUp } = programs();
    const text = `setsid ${sleeper('session')} & ${until('session')}; sleep 300`;
    const started = await startInline(asking('precondition', text));
    await eventually(() => isUp('session'), 'the program is up');

    await stop(started);

    expect(isAlive(pidOf('session'))).toBe(false);
  });
});

describe('a launcher that is killed', () => {
  it('takes along what has left its group', async () => {
    const { stubborn, until, pidOf } = programs();
    const started = await startInline(
      oneStep([`setsid ${stubborn('session')} &`, until('session'), 'echo $$ ready; sleep 300']),
    );
    await untilLogHolds(started, 'main', 'ready');
    const launcher = parentOf(Number.parseInt(await logOf(started, 'main'), 10));

    killGroup(launcher);

    const { node } = await endOf(started);
    expect(node('main').error).toContain('exit unknown');
    expect(isAlive(pidOf('session'))).toBe(false);
  });
});

describe('an engine that takes over', () => {
  it('ends what a step left that has ended meanwhile, and stops what one has started', async () => {
    const { stubborn, sleeper, until, pidOf, isUp, folder } = programs();
    const config = temporaryConfig();
    const run = { name: 'test', dagRunId: 'one' };
    const first = await forkEngine(config);
    const spec = `type: graph
max_active_steps: 2
max_clean_up_time_sec: 1
steps:
  - name: ending
    command: |
      setsid ${stubborn('left')} &
      ${until('left', 'go')}
      echo x > ${folder}/ended
  - name: running
    command: |
      setsid ${sleeper('started')} &
      ${until('started')}; sleep 300
`;
    await first.call('runs.start', { spec, ...run });
    await eventually(() => isUp('left') && isUp('started'), 'both are up');
    await first.kill();
    writeFileSync(join(folder, 'go'), 'now');
    await eventually(() => isUp('ended'), 'the first step has ended');

    const engine = await anEngine({ config });
    await runUntil({ engine, ...run }, ({ nodes }) => nodes[0]?.statusLabel === 'succeeded');
    expect(isAlive(pidOf('left'))).toBe(false);
    expect(isAlive(pidOf('started'))).toBe(true);
    const { node } = await stop({ engine, ...run });

    expect(node('ending')).toMatchObject({ statusLabel: 'succeeded', exitCode: 0 });
    expect(node('running').statusLabel).toBe('aborted');
    expect(isAlive(pidOf('started'))).toBe(false);
  });
});
