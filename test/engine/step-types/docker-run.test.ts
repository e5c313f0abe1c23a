import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  anEngine,
  endOf,
  endProcessesOf,
  engineOfFile,
  eventually,
  logOf,
  startInline,
  untilLogHolds,
  type EndedRun,
  type RunOfEngine,
  type TestEngine,
} from '../../support/engine.ts';
import { dockerOfFile } from '../../support/docker.ts';
import { HEALTHY_IMAGE, IMAGE } from '../../../scripts/samples/container-engine.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { describeWithReal } from '../../support/real.ts';

const SHELL = 'shell: [/bin/sh, -c]';
const inContainer = (fields: string, rest: string): string =>
  `container: {image: "${IMAGE}", network: none${fields}}\n${rest}`;

describeWithReal('docker', 'the container of a DAG', (dockerd) => {
  const engine = engineOfFile();
  const server = dockerOfFile(dockerd);
  const started = (spec: string, on: TestEngine = engine()): Promise<RunOfEngine> =>
    startInline(spec, { engine: on });
  const ended = async (spec: string): Promise<EndedRun> => endOf(await started(spec));
  /** Containers that must not outlive a run or a step. */
  const left = async (): Promise<number> => {
    const all = await server().docker.listContainers({ all: true });
    const isOurs = ({ Labels }: { readonly Labels: object }): boolean =>
      'dagwright.run' in Labels || 'dagwright.owner' in Labels;
    return all.filter((one) => isOurs(one) && !one.Names.includes('/stays')).length;
  };
  const untilGone = (): Promise<void> =>
    eventually(async () => (await left()) === 0, 'the container is gone');
  const leases = ({ config }: Pick<TestEngine, 'config'>): readonly string[] =>
    readdirSync(join(config.paths.dataDir, 'containers'));
  const idOf = async (name: string): Promise<string> =>
    (await server().docker.getContainer(name).inspect()).Id;

  it('is started once for the steps and handlers of a run, and ends with the run', async () => {
    const steps = `type: graph
steps:
  - {name: one, command: 'echo one > /tmp/one; hostname > /tmp/same'}
  - {name: two, command: 'echo two > /tmp/two; cat /tmp/same 2>/dev/null || true'}
  - {name: both, depends: [one, two], command: 'cat /tmp/one /tmp/two'}
handler_on:
  success: {command: 'cat /tmp/one'}
`;

    const run = await ended(inContainer(`, ${SHELL}`, steps));

    expect(await logOf(run, 'both')).toBe('one\ntwo');
    expect(run.node('both').facts).toEqual([{ name: 'image', value: IMAGE }]);
    expect(run.run.onSuccess?.statusLabel).toBe('succeeded');
    await untilGone();
    await eventually(() => leases(engine()).length === 0, 'there is no lease');
  });

  it('leaves steps alone that have a type or a container of their own', async () => {
    const folder = temporaryFolder('outside');
    const steps = `steps:
  - {name: here, type: shell, command: "pwd"}
  - {name: own, container: {image: "${IMAGE}", network: none, working_dir: /etc}, command: pwd}
  - {name: shared, command: pwd}
  - {name: named, type: docker, command: pwd}
`;

    const run = await ended(`working_dir: ${folder}\n${inContainer(', working_dir: /tmp', steps)}`);

    expect(await logOf(run, 'here')).toBe(folder);
    expect(await logOf(run, 'own')).toBe('/etc');
    expect(await logOf(run, 'shared')).toBe('/tmp');
    expect(await logOf(run, 'named')).toBe('/tmp');
  });

  it('has its own variables under those of each step, and volumes relative to the DAG', async () => {
    const folder = temporaryFolder('volumes');
    writeFileSync(join(folder, 'name.txt'), 'Ada');
    chmodSync(folder, 0o755);
    const fields = `, env: [A=container, B=container], volumes: [.:/data:ro], user: guest, ${SHELL}`;
    const steps = `env: [{A: dag}, {C: dag}]
steps:
  - name: s
    working_dir: ${temporaryFolder('elsewhere')}
    env: [{B: step}]
    command: echo "$A $B $C $(cat /data/name.txt) $(id -un)"
`;

    const run = await ended(`working_dir: ${folder}\n${inContainer(fields, steps)}`);

    expect(await logOf(run, 's')).toBe('container step dag Ada guest');
  });

  it.each([
    ['', 'tail -f /dev/null'],
    [', startup: keepalive', 'tail -f /dev/null'],
    [', command: [sleep, "4714"]', 'sleep 4714'],
    [', startup: command, command: [sleep, "4713"]', 'sleep 4713'],
  ])('does by itself what its startup says: %s', async (startup, process) => {
    const run = await ended(inContainer(startup, 'steps: [{name: s, command: ps}]'));

    expect(await logOf(run, 's')).toContain(`1 root     ${process}`);
  });

  it('has the platform, the ports and the policy of restarts that it asks for', async () => {
    const image = (await server().docker.getImage(IMAGE).inspect()) as { Architecture: string };
    const fields = `, name: stays, keep_container: true, platform: linux/${image.Architecture}, restart_policy: always, ports: ["127.0.0.1:1:80"]`;
    const spec = inContainer(fields, 'steps: [{name: s, command: ls}]');

    await ended(spec.replace('network: none', 'network: none-such'));

    const container = server().docker.getContainer('stays');
    const { HostConfig } = await container.inspect();
    await container.remove();
    expect(HostConfig).toMatchObject({
      NetworkMode: 'none-such',
      RestartPolicy: { Name: 'always' },
      PortBindings: { '80/tcp': [{ HostIp: '127.0.0.1', HostPort: '1' }] },
    });
  });

  it('waits until it is healthy', async () => {
    const fields = `, wait_for: healthy, command: [/bin/sh, -c, 'sleep 1; touch /tmp/healthy; exec sleep 600']`;
    const steps = 'steps: [{name: s, command: ls /tmp/healthy}]';

    const run = await ended(inContainer(fields, steps).replace(IMAGE, HEALTHY_IMAGE));
    const unknown = await ended(inContainer(fields, steps));

    expect(await logOf(run, 's')).toBe('/tmp/healthy');
    expect(unknown.node('s').error).toContain('requires an image with a health check');
    await untilGone();
  });

  it('lets its own command end in good order when the run has ended', async () => {
    const folder = temporaryFolder('good-order');
    const script = 'trap "echo ended > /data/end; exit" TERM; echo up; while :; do sleep 1; done';
    const fields = `, volumes: [.:/data], log_pattern: up, command: [/bin/sh, -c, '${script}']`;

    await ended(`working_dir: ${folder}\n${inContainer(fields, 'steps: ["true"]')}`);
    await untilGone();

    expect(readdirSync(folder)).toEqual(['end']);
  });

  it('stays where it is told to, under its name, and another run cannot take that', async () => {
    const spec = inContainer(
      ', name: stays, keep_container: true',
      'steps: [{name: s, command: ls}]',
    );
    await ended(spec.replace(', keep_container: true', ''));
    // Its name is free again when the run before has let it go.
    await ended(spec);
    const { State } = await server().docker.getContainer('stays').inspect();
    await server().docker.createContainer({ name: 'foreign', Image: IMAGE, Cmd: ['true'] });

    const taken = await ended(spec.replaceAll('stays', 'foreign'));

    expect(State.Running).toBe(true);
    expect(taken.node('s').error).toContain('is used by a container of someone else');
  });

  it('can be one that runs already, which stays', async () => {
    const box = await server().docker.createContainer({
      name: 'shared-box',
      Image: IMAGE,
      Cmd: ['sleep', '600'],
      HostConfig: { NetworkMode: 'none' },
    });
    await box.start();

    const run = await ended('container: shared-box\nsteps: [{name: s, command: hostname}]\n');

    expect(await logOf(run, 's')).toBe(box.id.slice(0, 12));
    expect(await server().containers()).toContain('/shared-box');
  });

  it.each([
    ['when the image is missing', ', pull_policy: never', 'forbids to pull it', 'nothing:1'],
    ['when the image cannot be pulled', '', 'cannot pull 127.0.0.1:9/none:1', '127.0.0.1:9/none:1'],
    ['when it does not start', ', user: nobody-at-all', 'nobody-at-all', IMAGE],
    ['when it ends at once', ', command: [/bin/sh, -c, exit 3]', 'with exit code 3', IMAGE],
  ])('fails its steps %s, and leaves nothing behind', async (_when, fields, reason, image) => {
    const steps = 'steps: [{name: s, command: ls}]';

    const run = await ended(inContainer(fields, steps).replace(IMAGE, image));

    expect(run.node('s').error).toContain(reason);
    await untilGone();
  });

  it('fails a step when there is no container engine', async () => {
    const run = await ended(
      `env: [{DOCKER_HOST: "unix:///nowhere.sock"}]\n${inContainer('', 'steps: [{name: s, command: ls}]')}`,
    );

    expect(run.node('s').error).toContain('no container engine responds at unix:///nowhere.sock');
  });

  it('fails its steps when it is killed from outside', async () => {
    const steps = `steps:
  - {name: s, command: 'echo begun; sleep 300', continue_on: {failure: true}}
  - {name: next, command: ls}
`;
    const run = await started(inContainer(`, name: outside, ${SHELL}`, steps));
    await untilLogHolds(run, 's', 'begun');

    await server().docker.getContainer('outside').kill();

    const { node } = await endOf(run);
    expect(node('s').error).toContain('137');
    expect(node('next').error).toContain('the container of the DAG has ended, with exit code 137');
    await untilGone();
  });

  it('fails a step when it is removed from outside', async () => {
    const steps = `steps: [{name: s, command: 'echo begun; sleep 300'}]`;
    const run = await started(inContainer(`, name: removed, ${SHELL}`, steps));
    await untilLogHolds(run, 's', 'begun');

    await server().docker.getContainer('removed').remove({ force: true });

    expect((await endOf(run)).node('s').error).toMatch(/137|removed while the command ran/);
  });

  it.each([
    ['a stop', '', 'aborted'],
    ['the time limit of the run', 'timeout_sec: 2', 'failed'],
    ['the time limit of a step', '    timeout_sec: 1', 'failed'],
  ])('ends at %s', async (_what, limit, status) => {
    const steps = `steps:\n  - name: s\n    command: echo begun; sleep 300\n${limit}\n`;
    const run = await started(`max_clean_up_time_sec: 1\n${inContainer(`, ${SHELL}`, steps)}`);

    if (limit === '') {
      await untilLogHolds(run, 's', 'begun');
      const { name, dagRunId } = run;
      await engine().client.call('runs.stop', { name, dagRunId });
    }

    expect((await endOf(run)).run.statusLabel).toBe(status);
    await untilGone();
  });

  it('goes on when the engine is killed, with the step and the run that have it', async () => {
    const config = temporaryConfig();
    const killed = await forkEngine(config);
    const spec = inContainer(
      `, name: goes-on, ${SHELL}`,
      `steps:
  - {name: s, command: 'echo begun; until [ -e /tmp/go ]; do sleep 0.1; done'}
  - {name: next, command: hostname}
`,
    );
    const { dagRunId } = await killed.call('runs.start', { spec, name: 'test' });
    const asked = { name: 'test', dagRunId, stepName: 's' };
    await eventually(
      async () => (await killed.call('runs.stepLog', asked)).content.includes('begun'),
      'the step runs',
    );
    const id = await idOf('goes-on');

    await killed.kill();
    const next = await anEngine({ config });
    expect(await idOf('goes-on')).toBe(id);
    const exec = await server()
      .docker.getContainer('goes-on')
      .exec({ Cmd: ['touch', '/tmp/go'] });
    await exec.start({ Detach: true });

    const run = await endOf({ engine: next, name: 'test', dagRunId });
    expect(run.run.statusLabel).toBe('succeeded');
    expect(await logOf(run, 'next')).toBe(id.slice(0, 12));
    await untilGone();
  });

  it('is ended by the next engine when its run ended while none could ask for that', async () => {
    const config = temporaryConfig();
    const killed = await forkEngine(config);
    const spec = (container: string): string =>
      `steps:\n  - {name: s, ${container}command: 'echo begun; sleep 300'}\n`;
    const shared = inContainer(`, name: left-of-run, ${SHELL}`, spec(''));
    const own = spec(`container: {image: "${IMAGE}", network: none, ${SHELL}}, `);
    const runs = await Promise.all(
      [shared, own].map((one) => killed.call('runs.start', { spec: one, name: 'test' })),
    );
    for (const { dagRunId } of runs) {
      const asked = { name: 'test', dagRunId, stepName: 's' };
      await eventually(
        async () => (await killed.call('runs.stepLog', asked)).content.includes('begun'),
        'the step runs',
      );
    }

    await killed.kill();
    endProcessesOf(config);
    expect(await left()).toBe(2);
    const next = await anEngine({ config });

    for (const { dagRunId } of runs) {
      const { node } = await endOf({ engine: next, name: 'test', dagRunId });
      expect(node('s').statusLabel).toBe('failed');
      expect(node('s').error).toContain('exit unknown');
    }
    await untilGone();
    await eventually(() => leases(next).length === 0, 'there is no lease');
  });
});
