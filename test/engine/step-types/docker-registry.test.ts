import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { endOf, engineOfFile, logOf, startInline, type EndedRun } from '../../support/engine.ts';
import { dockerOfFile } from '../../support/docker.ts';
import { IMAGE } from '../../../scripts/samples/container-engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { realProgram } from '../../../scripts/test/counterparts.ts';
import { describeWithReal } from '../../support/real.ts';
import { registryOfFile } from '../../support/registry.ts';

const SHELL = 'shell: [/bin/sh, -c]';
const PRINT = `command: 'echo "$VERSION"'`;

describeWithReal('registry', 'an image of a registry that asks who pulls', (program) => {
  const engine = engineOfFile();
  const registry = registryOfFile(program);
  const server = dockerOfFile(realProgram('docker'));
  const image = (): string => `${registry().host}/tools/one:1`;
  const auths = (name: string, password: string): string =>
    `registry_auths: {"${name}": {username: ada, password: "${password}"}}\n`;
  const ended = async (spec: string): Promise<EndedRun> =>
    endOf(await startInline(spec, { engine: engine() }));
  const step = (fields = ''): string =>
    `steps: [{name: s, container: {image: "${image()}", network: none, ${SHELL}${fields}}, ${PRINT}}]\n`;
  const forget = (): Promise<unknown> => server().docker.getImage(image()).remove({ force: true });

  /** An image that tells its version, here alone. */
  async function aVersion(version: number): Promise<void> {
    const container = await server().docker.createContainer({ Image: IMAGE, Cmd: ['true'] });
    const [repo, tag] = [`${registry().host}/tools/one`, '1'];
    await container.commit({ repo, tag, changes: `ENV VERSION=${version}` });
    await container.remove();
  }

  async function push(): Promise<void> {
    const { username, password, host } = registry();
    const authconfig = { username, password, serveraddress: host };
    const stream = await server().docker.getImage(image()).push({ authconfig });
    await new Promise<void>((resolve, reject) => {
      server().docker.modem.followProgress(stream, (error) => (error ? reject(error) : resolve()));
    });
  }

  beforeAll(async () => {
    await aVersion(1);
    await push();
    await forget();
  });

  it('is pulled by the user whom the DAG names, in containers of steps and of the DAG', async () => {
    const { host } = registry();
    const secret = `params: [{WORD: horse}]\n${auths(`http://${host}/v2/`, 'correct ${WORD}')}`;

    const ofStep = await ended(secret + step());
    await forget();
    const ofDag = await ended(
      `${secret}container: {image: "${image()}", network: none, ${SHELL}}\nsteps: [{name: s, ${PRINT}}]\n`,
    );

    expect(await logOf(ofStep, 's')).toBe('1');
    expect(await logOf(ofDag, 's')).toBe('1');
    await forget();
  });

  it.each([
    ['is ready', () => `docker://${image()}`, ''],
    ['is built', () => 'Dockerfile', 'FROM'],
  ])('is pulled for an action of GitHub that %s', async (_how, wanted, from) => {
    const folder = temporaryFolder('gha');
    const action = `runs: {using: docker, image: "${wanted()}", entrypoint: /bin/sh, args: [-c, 'echo "$VERSION"']}\n`;
    writeFileSync(join(folder, 'action.yml'), action);
    writeFileSync(join(folder, 'Dockerfile'), from === '' ? '' : `${from} ${image()}\n`);
    const spec = `working_dir: ${folder}\nsteps: [{name: s, type: gha, command: ./}]\n`;

    const nobody = await ended(spec);
    const ada = await ended(auths(registry().host, 'correct horse') + spec);

    expect(nobody.node('s').error).toMatch(/no basic auth credentials|unauthorized/);
    expect(ada.node('s').error).toBe('');
    expect(await logOf(ada, 's')).toBe('1');
    await forget();
  });

  it.each([
    ['nobody', () => ''],
    ['somebody else', () => auths(registry().host, 'wrong')],
    ['a user of another registry', () => auths('registry.example.com', 'correct horse')],
  ])('is not pulled by %s', async (_who, head) => {
    const run = await ended(head() + step());

    expect(run.node('s').error).toContain(`cannot pull ${image()}`);
    expect(run.node('s').error).toMatch(/no basic auth credentials|unauthorized/);
  });

  it('pulls its image always, where it is missing, or never', async () => {
    const head = auths(registry().host, 'correct horse');
    const version = async (policy: string): Promise<string> =>
      logOf(await ended(head + step(`, pull_policy: ${policy}`)), 's');
    expect(await version('missing')).toBe('1');
    await aVersion(2);
    await push();
    await aVersion(3);

    expect(await version('missing')).toBe('3');
    expect(await version('never')).toBe('3');
    expect(await version('always')).toBe('2');
  });
});
