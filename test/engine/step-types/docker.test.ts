import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Docker from 'dockerode';
import { describe, expect, it } from 'vitest';
import { untilReady } from '../../../engine/step-programs/docker/readiness.ts';
import {
  endOf,
  engineOfFile,
  eventually,
  logOf,
  startInline,
  untilLogHolds,
  type EndedRun,
  type RunOfEngine,
} from '../../support/engine.ts';
import { dockerOfFile } from '../../support/docker.ts';
import { HEALTHY_IMAGE, IMAGE } from '../../../scripts/samples/container-engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { aServer } from '../../support/http-server.ts';
import { aLine } from '../../support/line.ts';
import { describeWithReal } from '../../support/real.ts';
import { programOf } from '../../support/step-program.ts';

const SHELL = 'shell: [/bin/sh, -c]';

describeWithReal('docker', 'a step in a container', (dockerd) => {
  const engine = engineOfFile();
  const server = dockerOfFile(dockerd);
  const started = (spec: string): Promise<RunOfEngine> => startInline(spec, { engine: engine() });
  const ended = async (spec: string): Promise<EndedRun> => endOf(await started(spec));
  const step = (container: string, ...lines: readonly string[]): string =>
    `steps:\n  - name: s\n    container: {image: "${IMAGE}", network: none${container}}\n${lines.map((line) => `    ${line}\n`).join('')}`;
  const box = async (name: string): Promise<string> => {
    const container = await server().docker.createContainer({
      name,
      Image: IMAGE,
      Cmd: ['sleep', '600'],
      HostConfig: { NetworkMode: 'none' },
    });
    await container.start();
    return name;
  };

  it('runs its command as words, without a shell, and leaves nothing behind', async () => {
    const before = await server().containers();

    const run = await ended(step('', 'command: echo "two  words" > file'));

    expect(await logOf(run, 's')).toBe('two  words > file');
    expect(run.node('s').facts).toEqual([{ name: 'image', value: IMAGE }]);
    expect(await server().containers()).toEqual(before);
  });

  it('has the variables of the step, volumes, working directory and user, and an output', async () => {
    const folder = temporaryFolder('docker-step');
    mkdirSync(join(folder, 'in'));
    writeFileSync(join(folder, 'in/name.txt'), 'Ada');
    const container = `, env: [MARK=!, "TWICE=\${MARK}\${MARK}"], volumes: [./in:/data:ro], working_dir: /data, user: "4711", ${SHELL}`;
    const head = `working_dir: ${folder}\nenv: [{GREETING: hello}]\n`;
    const after = `  - {name: after, command: 'echo "got $SEEN"'}\n`;
    const command = `command: echo "$GREETING $(cat name.txt)$MARK$TWICE $(id -u) $(pwd) $HOME"`;

    const run = await ended(head + step(container, command, 'output: SEEN') + after);

    expect(await logOf(run, 'after')).toBe('got hello Ada!!! 4711 /data /tmp');
  });

  it('ends with 126 where its command does, in a container that goes on', async () => {
    await box('goes-on');

    const run = await ended(
      'steps: [{name: s, container: {exec: goes-on, shell: [/bin/sh, -c]}, command: exit 126}]',
    );

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 126 });
    expect(run.node('s').error).not.toContain('the container ended');
  });

  it('keeps to the values of references, whoever reads the command', async () => {
    const head = `params: [{DATA: '{"a": "x; exit 3"}'}]\n`;

    const words = await ended(head + step('', 'command: "echo ${DATA.a}"'));
    const shell = await ended(head + step(`, ${SHELL}`, 'command: "echo ${DATA.a}"'));

    expect(await logOf(words, 's')).toBe('x; exit 3');
    expect(await logOf(shell, 's')).toBe('x; exit 3');
  });

  it('ends with the exit code of its command, and keeps the two streams apart', async () => {
    const run = await ended(
      step(
        `, ${SHELL}`,
        'command: echo good; echo bad >&2; exit 13',
        'continue_on: {exit_code: [13]}',
      ),
    );

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 13 });
    expect(run.node('s').error).not.toContain('a connection was cut');
    expect(await logOf(run, 's')).toBe('good');
    expect(await logOf(run, 's', 'stderr')).toBe('bad');
  });

  it('runs several commands in one container until one fails', async () => {
    const before = await server().containers();
    const commands = '["echo one > /tmp/kept", cat /tmp/kept, exit 5, echo never]';

    const run = await ended(step(`, ${SHELL}`, `command: ${commands}`));

    expect(await logOf(run, 's')).toBe('one');
    expect(run.node('s').error).toBe('command 3 failed: exit status 5');
    expect(await server().containers()).toEqual(before);
  });

  it('runs beside what its container does by itself, once that has said that it is ready', async () => {
    const container = `, command: [/bin/sh, -c, "echo one; touch /tmp/up; echo it is ready; sleep 600"], log_pattern: "^it is (ready|up)$"`;

    const run = await ended(step(container, 'command: ls /tmp/up'));

    expect(await logOf(run, 's')).toBe('/tmp/up');
  });

  it('waits until its container is healthy', async () => {
    const container = `, wait_for: healthy, command: [/bin/sh, -c, "sleep 1; touch /tmp/healthy; exec sleep 600"]`;
    const spec = step(container, 'command: ls /tmp/healthy');

    const run = await ended(spec.replace(IMAGE, HEALTHY_IMAGE));
    const unknown = await ended(spec);

    expect(await logOf(run, 's')).toBe('/tmp/healthy');
    expect(unknown.node('s').error).toContain('requires an image with a health check');
  });

  it('gives up a container that is not ready within the limit', async () => {
    const container = server().docker.getContainer(await box('never-ready'));
    const never = { waitFor: 'running', logPattern: 'ready' } as const;

    await expect(untilReady(container, never, 300)).rejects.toThrow(
      'the container has not logged a line for `log_pattern` after 0.3 seconds',
    );
  });

  it('fails when its container ends before it is ready', async () => {
    const container = `, command: [/bin/sh, -c, "exit 3"], log_pattern: ready`;

    const run = await ended(step(container, 'command: ls'));

    expect(run.node('s').error).toContain('ended before it was ready, with exit code 3');
  });

  it('has the platform, the ports and the policy of restarts that it asks for', async () => {
    const image = (await server().docker.getImage(IMAGE).inspect()) as { Architecture: string };
    const container = `, platform: linux/${image.Architecture}, restart_policy: unless-stopped, keep_container: true, name: asked`;
    await ended(step(container, 'command: [echo a, echo b]'));
    await ended(
      `steps: [{name: s, type: docker, config: {image: "${IMAGE}", ports: ["127.0.0.1:1:80"], name: open, keep_container: true, network: none-such}, command: ls}]`,
    );

    const asked = await server().docker.getContainer('asked').inspect();
    const open = await server().docker.getContainer('open').inspect();

    expect(asked.HostConfig).toMatchObject({
      NetworkMode: 'none',
      RestartPolicy: { Name: 'unless-stopped' },
    });
    expect(open.HostConfig.PortBindings).toEqual({
      '80/tcp': [{ HostIp: '127.0.0.1', HostPort: '1' }],
    });
  });

  it.each([
    ['startup: keepalive', 'tail -f /dev/null'],
    ['startup: command, command: [sleep, "4712"], wait_for: running', 'sleep 4712'],
  ])('does by itself what its startup says: %s', async (startup, process) => {
    const run = await ended(step(`, ${startup}`, 'command: ps'));

    expect(await logOf(run, 's')).toContain(`1 root     ${process}`);
  });

  it('keeps the container where it is told to', async () => {
    const run = await ended(step(', name: kept, keep_container: true', 'command: echo done'));

    expect(run.run.statusLabel).toBe('succeeded');
    expect(await server().containers()).toContain('/kept');
  });

  it('runs in a container that is there already, and leaves it there', async () => {
    const name = await box('mine');

    const run = await ended(
      `steps:\n  - {name: s, container: {exec: ${name}, user: guest, working_dir: /tmp, env: [COLOR=red], ${SHELL}}, command: 'echo "$COLOR $(id -un) $(pwd)"'}\n`,
    );

    expect(await logOf(run, 's')).toBe('red guest /tmp');
    expect(await server().containers()).toContain('/mine');
  });

  it.each([
    ['a stop', '', true],
    ['its time limit', 'timeout_sec: 1', false],
  ])('ends with its container at %s', async (_what, limit, isStopped) => {
    const before = await server().containers();
    const lines = ['command: echo begun; sleep 300', ...(limit === '' ? [] : [limit])];
    const run = await started(`max_clean_up_time_sec: 1\n${step(`, ${SHELL}`, ...lines)}`);

    if (isStopped) {
      await untilLogHolds(run, 's', 'begun');
      const { name, dagRunId } = run;
      await engine().client.call('runs.stop', { name, dagRunId });
    }

    expect((await endOf(run)).node('s').statusLabel).toBe(isStopped ? 'aborted' : 'failed');
    await eventually(
      async () => String(await server().containers()) === String(before),
      'the container is gone',
    );
  });

  describe('in a container of somebody else', () => {
    /** With commands of others in it. */
    const used = async (name: string) => {
      const container = server().docker.getContainer(await box(name));
      const exec = await container.exec({ Cmd: ['sleep', '601'] });
      await exec.start({ Detach: true });
      return container;
    };
    const running = async (
      container: Docker.Container,
    ): Promise<readonly (string | undefined)[]> => {
      const { Processes } = (await container.top()) as { readonly Processes: string[][] };
      // They come by their numbers, which begin anew once all were given.
      return Processes.map((words) => words.at(-1)).sort();
    };
    const ofOthers = ['sleep 600', 'sleep 601'];
    const begun = async (name: string, head = ''): Promise<RunOfEngine> => {
      const command = `'(trap "" TERM; sleep 4711; echo) & echo begun; sleep 4712; echo'`;
      const run = await started(
        `${head}max_clean_up_time_sec: 1\nsteps:\n  - {name: s, container: {exec: ${name}, ${SHELL}}, command: ${command}}\n`,
      );
      await untilLogHolds(run, 's', 'begun');
      return run;
    };
    const leases = (): readonly string[] =>
      readdirSync(join(engine().config.paths.dataDir, 'containers'));

    it('ends what it began at a stop', async () => {
      const container = await used('shared');
      const { name, dagRunId, ...run } = await begun('shared');

      await engine().client.call('runs.stop', { name, dagRunId });
      await endOf({ name, dagRunId, ...run });

      // On a busy computer the time for that may be over before.
      await eventually(() => leases().length === 0, 'what it began is ended');
      expect(await running(container)).toEqual(ofOthers);
    });

    it('ends what it began when the line to the container engine is cut', async () => {
      const container = await used('cut');
      const line = await aLine(server().socket);
      const run = await begun('cut', `env: [{DOCKER_HOST: "tcp://127.0.0.1:${line.port}"}]\n`);

      line.cut();

      expect((await endOf(run)).node('s').error).toContain('container engine was cut');
      expect(await running(container)).toEqual(ofOthers);
      expect(leases()).toEqual([]);
    });

    it('has what it began ended when it is killed', async () => {
      const container = await used('killed');
      const run = await begun('killed');

      process.kill(programOf(run), 'SIGKILL');

      expect((await endOf(run)).node('s').statusLabel).toBe('failed');
      await eventually(() => leases().length === 0, 'what it left is ended');
      expect(await running(container)).toEqual(ofOthers);
    });

    it('leaves alone what a command of a good end has left there', async () => {
      const container = await used('daemon');
      await ended(
        `steps: [{name: s, container: {exec: daemon, ${SHELL}}, command: 'sleep 4713 > /dev/null 2>&1 &'}]\n`,
      );

      expect(await running(container)).toEqual(['sleep 4713', ...ofOthers]);
      expect(leases()).toEqual([]);
    });
  });

  it('fails with the reason when there is no such container, image or container engine', async () => {
    const none = await ended(`steps: [{name: s, container: nobody, command: ls}]`);
    const never = await ended(
      `steps: [{name: s, container: {image: nothing:1, pull_policy: never}, command: ls}]`,
    );
    const engineless = await ended(
      `env: [{DOCKER_HOST: "unix:///nowhere.sock"}]\n${step('', 'command: ls')}`,
    );
    const missing = await ended(step('', 'command: no-such-program'));

    expect(none.node('s').error).toContain('No such container: nobody');
    expect(never.node('s').error).toContain('`pull_policy: never` forbids to pull it');
    expect(engineless.node('s').error).toContain(
      'no container engine responds at unix:///nowhere.sock',
    );
    expect(missing.node('s').error).toContain('no-such-program');
  });

  it('says so where an answer of the container engine is cut in the middle', async () => {
    const url = await aServer(({ url: path = '' }, answer) => {
      if (path.endsWith('/_ping')) return void answer.end('OK');
      answer.writeHead(200, { 'content-length': 100 }).write('[', () => answer.destroy());
    });

    const run = await ended(
      `env: [{DOCKER_HOST: "${url.replace('http', 'tcp')}"}]\n${step('', 'command: ls')}`,
    );

    expect(run.node('s').statusLabel).toBe('failed');
    expect(run.node('s').error).toContain('a connection was cut');
  });

  it.each([
    ['alone', ''],
    ['beside what its container does', ', startup: keepalive'],
  ])('fails when the line to the container engine is cut while it runs %s', async (_how, more) => {
    const before = await server().containers();
    const line = await aLine(server().socket);
    const head = `env: [{DOCKER_HOST: "tcp://127.0.0.1:${line.port}"}]\n`;
    const run = await started(head + step(`, ${SHELL}${more}`, 'command: echo begun; sleep 300'));
    await untilLogHolds(run, 's', 'begun');

    line.cut();

    const { node } = await endOf(run);
    expect(node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1 });
    expect(node('s').error).toContain('the connection to the container engine was cut');
    expect(await server().containers()).toEqual(before);
  });

  it('leaves a container behind when it is killed, which the next such step removes', async () => {
    const before = await server().containers();
    const run = await started(step(`, ${SHELL}`, 'command: echo begun; sleep 300'));
    await untilLogHolds(run, 's', 'begun');
    const filters = { label: ['dagwright.owner'] };
    // Its output may come before the container is listed as running.
    const [left] = await server().docker.listContainers({ all: true, filters });
    const owner = Number(left?.Labels['dagwright.owner']?.split(' ')[0]);

    process.kill(owner, 'SIGKILL');
    expect((await endOf(run)).node('s').statusLabel).toBe('failed');
    await ended(step('', 'command: echo next'));

    expect(await server().containers()).toEqual(before);
  });
});
