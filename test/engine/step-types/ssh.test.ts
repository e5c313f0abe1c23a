import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { campaign } from '../../support/campaign.ts';
import { logOf } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { isAlive } from '../../support/processes.ts';
import { describeWithReal } from '../../support/real.ts';
import { block } from './sql-steps.ts';
import { anotherHost, hostTests, stepOf } from './ssh-steps.ts';

describeWithReal('sshd', 'a step on another host', () => {
  const { ended, printed, server } = hostTests();

  describe('runs its command', () => {
    it('where the DAG says, unless it has a type, and its output is captured', async () => {
      const after = `  - {name: after, type: shell, command: 'echo "got $THERE, \${SSH_CONNECTION:-here}"'}\n`;

      const run = await ended(
        server() +
          stepOf('command: echo "$SSH_CONNECTION" | cut -d" " -f1', 'output: THERE') +
          after,
      );

      expect(run.node('s').facts).toEqual([{ name: 'host', value: '127.0.0.1' }]);
      expect(await logOf(run, 'after')).toBe('got 127.0.0.1, here');
    });

    it('where it says itself, with what the DAG says of the rest', async () => {
      const other = await anotherHost();
      const config = `config: {port: ${other.port}, known_host_file: "${other.knownHosts}", key: "${other.keyPath}"}`;

      const port = await printed(
        server() + stepOf('type: ssh', config, 'command: echo "${SSH_CONNECTION##* }"'),
      );

      expect(port).toBe(String(other.port));
    });

    it('ends as it ends there, with its streams apart', async () => {
      const run = await ended(
        server() +
          stepOf('command: echo good; echo bad >&2; exit 9', 'continue_on: {exit_code: [9]}'),
      );
      const killed = await ended(server() + stepOf('command: kill -KILL $$'));

      expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 9 });
      expect(await logOf(run, 's')).toBe('good');
      expect(await logOf(run, 's', 'stderr')).toBe('bad');
      expect(killed.node('s').exitCode).toBe(137);
    });

    it('one after another until one fails', async () => {
      const run = await ended(
        server() + stepOf(`command: [echo one, echo two; exit 5, echo never]`),
      );

      expect(await logOf(run, 's')).toBe('one\ntwo');
      expect(run.node('s')).toMatchObject({
        exitCode: 5,
        error: expect.stringContaining('command 2 failed: exit status 5') as string,
      });
    });

    it('up to its first failure, as shells of a DAG do', async () => {
      const run = await ended(server() + stepOf(block('command', 'echo one\nfalse\necho two')));

      expect(await logOf(run, 's')).toBe('one');
    });

    it.each([
      ['the DAG', { shell: '[bash, -c]' }, 'command: echo "$BASH" | grep -o bash', 'bash'],
      ['the step', { shell: 'sh' }, 'shell: bash\n    command: echo ${BASH##*/}', 'bash'],
      [
        'the step, in a variable',
        {},
        'env: [{NAMED: bash}]\n    shell: ["$NAMED", -c]\n    command: echo ${BASH##*/}',
        'bash',
      ],
      [
        'nobody: direct',
        {},
        `shell: direct\n    command: echo "two  words" > '\${WHO}'`,
        'two  words > A b',
      ],
    ])('by the shell of %s', async (_who, settings, lines, text) => {
      const head = 'params: [{WHO: A b}]\n';

      expect(await printed(head + server(settings) + stepOf(lines))).toBe(text);
    });

    it.each([
      ['sh', '#!/bin/sh\necho "[$1] [$WHO]"', '[x] [A b]'],
      ['python', '#!/usr/bin/env python3\nimport os\nprint(os.environ["WHO"])', 'A b'],
    ])('that is a script of %s', async (_language, script, text) => {
      const head = 'params: [x, {WHO: A b}]\n';

      expect(await printed(head + server() + stepOf(block('script', script)))).toBe(text);
    });

    it('without what comes from its input, and its variables in no list of processes', async () => {
      const secret = join(temporaryFolder('secret'), 'word');
      writeFileSync(secret, 'word-4711');
      const head = `secrets: [{name: DOOR, provider: file, key: "${secret}"}]\n`;
      const look =
        'cat; tr "\\0" "\\n" < /proc/$$/cmdline; ps -A -o args | grep -c "word-471[1]" || true; test "$DOOR" = "$(cat $FILE)" && echo "is $DOOR"';

      const text = await printed(
        `${head}env: [{FILE: "${secret}"}]\n${server()}${stepOf(block('command', look))}`,
      );

      expect(text.split('\n').slice(-2)).toEqual(['0', 'is *******']);
    });

    it('and leaves alone what that left behind on purpose', async () => {
      const file = join(temporaryFolder('left'), 'pid');
      const leave = `nohup sleep 300 > /dev/null 2>&1 & echo $! > ${file}`;

      await printed(server() + stepOf(block('command', leave)));

      const pid = Number(readFileSync(file, 'utf8'));
      onTestFinished(() => void process.kill(pid, 'SIGKILL'));
      expect(isAlive(pid)).toBe(true);
    });
  });

  describe('gets values', () => {
    it.each([
      ['quotes', `'; touch $FILE; echo '`],
      ['commands', '"$(touch $FILE)`touch $FILE`" \\ ! %'],
      ['lines', 'two\nlines\n\né\t$X'],
      ['an option', '-n'],
      ['50 KB', 'x'.repeat(50_000)],
    ])('that mean nothing to a shell: %s', async (_what, value) => {
      const file = join(temporaryFolder('hostile'), 'file');
      const params = JSON.stringify({ VALUE: value, DATA: JSON.stringify({ a: value }) });
      const head = `params: [{VALUE: ""}, {DATA: ""}, {FILE: "${file}"}]\n`;

      const text = await printed(
        head + server() + stepOf(block('command', `printf '%s|' "$VALUE" "\${DATA.a}"`)),
        params,
      );

      expect(createHash('md5').update(text).digest('hex')).toBe(
        createHash('md5').update(`${value}|${value}|`).digest('hex'),
      );
      expect(existsSync(file)).toBe(false);
    });

    it('of its own, and leaves the rest to the other host', async () => {
      const head = 'env: [{UID: "7"}, {EUID: "7"}, {IFS: ","}, {PS1: x}]\nparams: [{K: v}]\n';
      const command = 'echo "$K $UNKNOWN ${HOME} $DAG_RUN_STEP_NAME"';

      const text = await printed(
        head + server({ shell: 'bash' }) + stepOf('env: [{E: "${K}"}]', block('command', command)),
      );

      expect(text).toBe(`v  ${userInfo().homedir} s`);
    });
  });

  it('prints much without holding it', async () => {
    const megabytes = campaign('DAGWRIGHT_SSH_MEGABYTES', { short: 8, full: 1024 });

    const run = await ended(
      server() + stepOf(`command: head -c ${megabytes}M /dev/zero | tr "\\\\0" x`),
    );

    const { statusLabel, stdout, usage } = run.node('s');
    expect(statusLabel).toBe('succeeded');
    expect(readFileSync(stdout).length).toBe(megabytes * 1024 * 1024);
    expect(usage?.peakMemoryBytes ?? 0).toBeLessThan(200 * 1024 * 1024);
  });
});
