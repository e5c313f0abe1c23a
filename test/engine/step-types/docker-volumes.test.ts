import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { IMAGE } from '../../../scripts/samples/container-engine.ts';
import { dockerOfFile } from '../../support/docker.ts';
import { endOf, engineOfFile, logOf, startInline, type EndedRun } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { describeWithReal } from '../../support/real.ts';

const SHELL = 'shell: [/bin/sh, -c]';

describeWithReal('docker', 'the volumes and ports of a container', (dockerd) => {
  const engine = engineOfFile();
  dockerOfFile(dockerd);
  const ended = async (spec: string): Promise<EndedRun> =>
    endOf(await startInline(spec, { engine: engine() }));
  const step = (container: string, ...lines: readonly string[]): string =>
    `steps:\n  - name: s\n    container: {image: "${IMAGE}", network: none${container}}\n${lines.map((line) => `    ${line}\n`).join('')}`;

  it('has volumes whose path holds colons, in itself or in the folder of the step', async () => {
    const folder = join(temporaryFolder('colon'), 'a:b');
    mkdirSync(join(folder, 'in:here'), { recursive: true });
    writeFileSync(join(folder, 'in:here/file'), 'found');
    const volumes = `["./in:here:/one:ro", "${folder}:/two", "named:/three"]`;

    const run = await ended(
      `working_dir: "${folder}"\n${step(`, ${SHELL}, volumes: ${volumes}`, 'command: cat /one/file && touch /three/x && touch /two/new && touch /one/no')}`,
    );

    expect(await logOf(run, 's')).toBe('found');
    expect(readFileSync(run.node('s').stderr, 'utf8')).toContain('/one/no: Read-only file system');
    expect(existsSync(join(folder, 'new'))).toBe(true);
  });

  it.each([
    ['volumes', '/data', 'a volume must be `HOST:CONTAINER`, such as `./data:/data`, got: /data'],
    ['volumes', '/a:b:/data:z', 'a volume whose path holds a colon can only be `ro` or `rw`'],
    ['ports', '80:x', 'a port must be `HOST:CONTAINER`, such as `8080:80`, got: 80:x'],
  ])('refuses %s whose references make it %s', async (field, value, error) => {
    const head = `params: [{IT: "${value}"}]\n`;

    const run = await ended(
      `${head}steps: [{name: s, container: {image: "${IMAGE}", ${field}: ["$IT"]}, command: ls}]`,
    );

    expect(run.node('s').error).toContain(error);
  });

  it('names a volume whose folder does not allow its options', async () => {
    const folder = join(temporaryFolder('colon'), 'a:b');
    mkdirSync(folder);

    const run = await ended(
      `working_dir: "${folder}"\n${step(', volumes: ["./in:/data:z"]', 'command: ls')}`,
    );

    expect(run.node('s').error).toContain('a volume whose path holds a colon can only be');
  });

  it.each(["it's; a $NAME", 'two  words `x`', '-rf', 'é\\n%20'])(
    'has volumes and files of any name: %j',
    async (name) => {
      const folder = temporaryFolder('docker-names');
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, name), 'Ada');
      const volumes = ', volumes: ["./${NAME}:/data/${NAME}:ro"], shell: [/bin/sh, -c]';
      const head = `working_dir: ${folder}\nparams: [{NAME: ""}]\n`;
      const spec = head + step(volumes, 'command: cat "/data/$NAME/$NAME"');

      const run = await endOf(
        await startInline(spec, { engine: engine(), params: JSON.stringify({ NAME: name }) }),
      );

      expect(run.node('s').error).toBe('');
      expect(await logOf(run, 's')).toBe('Ada');
    },
  );
});
