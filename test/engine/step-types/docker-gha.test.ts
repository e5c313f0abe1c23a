import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endOf, engineOfFile, logOf, startInline, untilLogHolds } from '../../support/engine.ts';
import { dockerOfFile } from '../../support/docker.ts';
import { IMAGE } from '../../../scripts/samples/container-engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { describeWithReal } from '../../support/real.ts';

describeWithReal('docker', 'a container action', (dockerd) => {
  const engine = engineOfFile();
  const server = dockerOfFile(dockerd);
  const started = async (action: string, files: Readonly<Record<string, string>> = {}) => {
    const folder = temporaryFolder('gha-docker');
    mkdirSync(join(folder, 'act'));
    const all = { ...files, 'action.yml': action };
    for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, 'act', name), text);
    writeFileSync(join(folder, 'here.txt'), 'the workspace');
    const spec = `working_dir: ${folder}\nsteps: [{name: s, type: gha, command: ./act, params: {who: Ada}}]\n`;
    return startInline(spec, { engine: engine() });
  };
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
    const images = async () => (await server().docker.listImages()).map(({ Id }) => Id).sort();
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
