import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endOf, eventually, logOf, untilLogHolds, type RunOfEngine } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { aLine } from '../../support/line.ts';
import { isAlive } from '../../support/processes.ts';
import { describeWithReal } from '../../support/real.ts';
import { parentOf, programOf } from '../../support/step-program.ts';
import { block } from './sql-steps.ts';
import { hostTests, stepOf } from './ssh-steps.ts';

describeWithReal('sshd', 'a step on another host', () => {
  const { engine, host, started, server } = hostTests();
  /** A command that says its process, and does not end by itself. */
  const waits = (more = ''): string => block('command', `echo "pid $$"; ${more}sleep 300; echo`);
  const pidIn = async (run: RunOfEngine, word = 'pid'): Promise<number> => {
    await untilLogHolds(run, 's', `${word} `);
    return Number(new RegExp(`${word} (\\d+)`).exec(await logOf(run, 's'))?.[1]);
  };
  const gone = (pid: number): Promise<void> =>
    eventually(() => !isAlive(pid), 'the process on the other host is gone');

  describe('ends', () => {
    it.each([
      ['cut', 'was cut'],
      ['freeze', 'does not respond any more'],
    ] as const)('as a failure when its line breaks (%s), there too', async (fault, words) => {
      const line = await aLine(host().port);
      const known = join(temporaryFolder('known'), 'known_hosts');
      writeFileSync(known, `[127.0.0.1]:${line.port} ${host().hostKey}\n`);
      const settings = { port: line.port, known_host_file: known, timeout: '3s' };
      const run = await started(server(settings) + stepOf(waits()));
      const pid = await pidIn(run);

      line[fault]();

      const { statusLabel, error } = (await endOf(run)).node('s');
      expect(statusLabel).toBe('failed');
      expect(error).toContain('The connection to 127.0.0.1 was cut');
      expect(error).toContain(words);
      line.cut();
      await gone(pid);
    });

    it.each([
      ['a stop', '', true],
      ['its time limit', 'timeout_sec: 2', false],
    ])('with all that belongs to it at %s', async (_what, limit, isStopped) => {
      const stubborn = `(trap '' TERM; echo "deaf $(exec sh -c 'echo $PPID')"; while :; do sleep 1; done) & `;
      const lines = [waits(stubborn), ...(limit === '' ? [] : [limit])];
      const run = await started(`max_clean_up_time_sec: 2\n${server()}${stepOf(...lines)}`);
      const pids = [await pidIn(run), await pidIn(run, 'deaf')];

      if (isStopped) {
        const { name, dagRunId } = run;
        await engine().client.call('runs.stop', { name, dagRunId });
      }

      expect((await endOf(run)).node('s').statusLabel).toBe(isStopped ? 'aborted' : 'failed');
      for (const pid of pids) await gone(pid);
    });

    it('with the signal that the step chooses, and may print until it is over', async () => {
      const trap = `trap 'sleep 0.5; echo tidied; exit 3' INT; echo "pid $$"; while :; do sleep 0.1; done`;
      const run = await started(
        server() + stepOf('signal_on_stop: SIGINT', block('command', trap)),
      );
      await pidIn(run);

      const { name, dagRunId } = run;
      await engine().client.call('runs.stop', { name, dagRunId });

      const end = await endOf(run);
      expect(end.node('s').statusLabel).toBe('aborted');
      expect(await logOf(end, 's')).toContain('tidied');
    });

    it('there too when its program is killed', async () => {
      const run = await started(server() + stepOf(waits()));
      const pid = await pidIn(run);
      const program = programOf(run);

      process.kill(program, 'SIGKILL');

      expect((await endOf(run)).node('s').statusLabel).toBe('failed');
      await gone(pid);
    });

    it('there too, with an exit that nobody knows, when its launcher is killed', async () => {
      const run = await started(server() + stepOf(waits()));
      const pid = await pidIn(run);

      process.kill(parentOf(programOf(run)), 'SIGKILL');

      const { statusLabel, error } = (await endOf(run)).node('s');
      expect(statusLabel).toBe('failed');
      expect(error).toContain('exit unknown');
      await gone(pid);
    });
  });
});
