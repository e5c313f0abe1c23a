import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import {
  anEngine,
  endOf,
  engineOfFile,
  eventually,
  logOf,
  startInline,
  untilLogHolds,
} from '../../support/engine.ts';
import { dockerOfFile } from '../../support/docker.ts';
import { IMAGE } from '../../../scripts/samples/container-engine.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { aLine } from '../../support/line.ts';
import { describeWithReal } from '../../support/real.ts';
import { parentOf, programOf } from '../../support/step-program.ts';

describeWithReal('docker', 'a container action', (dockerd) => {
  const engine = engineOfFile();
  const server = dockerOfFile(dockerd);
  const images = async () => (await server().docker.listImages()).map(({ Id }) => Id).sort();
  const leases = ({ config } = engine()): readonly string[] =>
    readdirSync(join(config.paths.dataDir, 'containers'));
  const specOf = (action: string, files: Readonly<Record<string, string>>, port = 0) => {
    const folder = temporaryFolder('gha: docker');
    const all = { ...files, 'action.yml': action };
    for (const [name, text] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, 'act', name)), { recursive: true });
      writeFileSync(join(folder, 'act', name), text, { mode: 0o755 });
    }
    writeFileSync(join(folder, 'here.txt'), 'the workspace');
    const host = port === 0 ? '' : `env: [{DOCKER_HOST: "tcp://127.0.0.1:${port}"}]\n`;
    const spec = `working_dir: ${JSON.stringify(folder)}\n${host}steps: [{name: s, type: gha, command: ./act, params: {who: Ada}}]\n`;
    return spec;
  };
  const started = (action: string, files: Readonly<Record<string, string>> = {}, port = 0) =>
    startInline(specOf(action, files, port), { engine: engine() });
  const action = (image: string, script: string): string => `inputs: {who: {}}
outputs: {said: {description: it}}
runs:
  using: docker
  image: ${image}
  entrypoint: /bin/sh
  args: [-c, '${script}', it, "\${{ inputs.who }}"]
  env: {KIND: container}
`;

  it('runs with its inputs in the workspace, and gives its outputs', async () => {
    const script = 'echo "$1 $INPUT_WHO $KIND $(cat here.txt)"; echo said=hi >> "$GITHUB_OUTPUT"';

    const run = await endOf(await started(action(`docker://${IMAGE}`, script)));

    expect(run.node('s').error).toBe('');
    expect(await logOf(run, 's')).toBe('Ada Ada container the workspace');
    expect(run.node('s').facts).toContainEqual({ name: 'said', value: 'hi' });
  });

  it('is built of its Dockerfile, and leaves neither image nor container', async () => {
    const before = [await images(), await server().containers()];
    const dockerfile = `FROM ${IMAGE}\nCOPY word.txt /word.txt\n`;

    const run = await endOf(
      await started(action('Dockerfile', 'cat /word.txt'), {
        Dockerfile: dockerfile,
        'word.txt': 'built',
      }),
    );

    expect(run.node('s').error).toBe('');
    expect(await logOf(run, 's')).toBe('built');
    expect([await images(), await server().containers()]).toEqual(before);
    expect(leases()).toEqual([]);
  });

  it('runs what it does before and after in containers of their own, with its state', async () => {
    const pre = `#!/bin/sh\necho before; echo begun=early >> "$GITHUB_STATE"\n`;
    const post = '#!/bin/sh\necho "after $STATE_begun $STATE_main $INPUT_WHO"\n';
    const script = 'echo "in $STATE_begun"; echo main=late >> "$GITHUB_STATE"; exit 3';
    const stages = '  pre-entrypoint: /pre\n  post-entrypoint: /post\n';

    const run = await endOf(
      await started(`${action('Dockerfile', script)}${stages}`, {
        Dockerfile: `FROM ${IMAGE}\nCOPY pre post /\n`,
        pre,
        post,
      }),
    );

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 3 });
    expect(await logOf(run, 's')).toBe('before\nin early\nafter early late Ada');
    const never = await endOf(
      await started(
        `${action(`docker://${IMAGE}`, 'echo in')}${stages}  pre-if: 'false'\n  post-if: failure()\n`,
      ),
    );
    expect(await logOf(never, 's')).toBe('in');
  });

  it('leaves neither container nor image behind when its program is killed', async () => {
    const before = [await images(), await server().containers()];
    const dockerfile = `FROM ${IMAGE}\nCOPY action.yml /\n`;
    const run = await started(action('Dockerfile', 'echo begun; sleep 300'), {
      Dockerfile: dockerfile,
    });
    await untilLogHolds(run, 's', 'begun');

    process.kill(programOf(run), 'SIGKILL');

    expect((await endOf(run)).node('s').statusLabel).toBe('failed');
    await eventually(() => leases().length === 0, 'there is no lease');
    expect([await images(), await server().containers()]).toEqual(before);
  });

  it('leaves nothing behind when all that knows of it is killed while its image is built', async () => {
    const before = [await images(), await server().containers()];
    const [config, tmp] = [temporaryConfig(), temporaryFolder('tmp')];
    const killed = await forkEngine(config);
    const spec = specOf(action('Dockerfile', 'true'), {
      Dockerfile: `FROM ${IMAGE}\nCOPY action.yml /\nRUN echo a > /b; sleep 300\n`,
    });
    const run = { name: 'test', dagRunId: randomUUID() };
    await killed.call('runs.start', { spec: `env: [{TMPDIR: ${tmp}}]\n${spec}`, ...run });
    const isBuilding = async (): Promise<boolean> =>
      (await server().docker.listContainers()).some(({ Command }) => Command.includes('sleep 300'));
    await eventually(isBuilding, 'the image is being built');
    const program = programOf(run);
    const launcher = parentOf(program);

    await killed.kill();
    process.kill(launcher, 'SIGKILL');
    process.kill(program, 'SIGKILL');
    const next = await anEngine({ config });

    const { node } = await endOf({ engine: next, ...run });
    expect(node('s').error).toContain('exit unknown');
    await eventually(() => leases(next).length === 0, 'there is no lease');
    await eventually(async () => !(await isBuilding()), 'the build has ended');
    expect([await images(), await server().containers()]).toEqual(before);
    expect(readdirSync(tmp)).toEqual([]);
  });

  it('ends at a stop where it is the second of its step', async () => {
    const before = await server().containers();
    const both = `inputs: {who: {}}\nruns: {using: composite, steps: [{uses: ./act/one}, {uses: ./act/two}]}\n`;
    const run = await started(both, {
      'one/action.yml': action(`docker://${IMAGE}`, 'echo first'),
      'two/action.yml': action(`docker://${IMAGE}`, 'echo begun; sleep 300'),
    });
    await untilLogHolds(run, 's', 'begun');
    await run.engine.client.call('runs.stop', run);

    expect((await endOf(run)).node('s').statusLabel).toBe('aborted');
    // Its program has done it: the engine begins to look when the run has ended.
    expect(await server().containers()).toEqual(before);
  });

  it('fails when the line to the container engine is cut, and leaves nothing there', async () => {
    const before = await server().containers();
    const line = await aLine(server().socket);
    const run = await started(action(`docker://${IMAGE}`, 'echo begun; sleep 300'), {}, line.port);
    await untilLogHolds(run, 's', 'begun');

    line.cut();

    const { statusLabel, error } = (await endOf(run)).node('s');
    expect(statusLabel).toBe('failed');
    expect(error).toBe('the connection to the container engine was cut while the command ran');
    expect(await server().containers()).toEqual(before);
  });

  it('says why its image cannot be built, and leaves nothing of it', async () => {
    const before = [await images(), await server().containers()];
    const stages = `FROM ${IMAGE} AS one\nRUN echo a > /a\nFROM ${IMAGE}\nCOPY --from=one /a /\nCOPY none /\n`;
    const run = await endOf(await started(action('Dockerfile', 'true'), { Dockerfile: stages }));

    expect(run.node('s').error).toMatch(/^cannot build Dockerfile: .*COPY failed.*none/);
    expect([await images(), await server().containers()]).toEqual(before);
    expect(leases()).toEqual([]);
  });

  it('ends with its exit code, and with a stop', async () => {
    const failed = await endOf(await started(action(`docker://${IMAGE}`, 'exit 3')));
    const before = await server().containers();
    const endless = await started(action(`docker://${IMAGE}`, 'echo begun; sleep 300'));
    await untilLogHolds(endless, 's', 'begun');

    await endless.engine.client.call('runs.stop', endless);

    expect(failed.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 3 });
    expect((await endOf(endless)).node('s').statusLabel).toBe('aborted');
    expect(await server().containers()).toEqual(before);
  });
});
