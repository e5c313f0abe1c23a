import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { campaign } from '../../support/campaign.ts';
import { logOf } from '../../support/engine.ts';
import { freePort, temporaryFolder } from '../../support/home.ts';
import { describeWithReal } from '../../support/real.ts';
import { hostTests } from './ssh-steps.ts';
import { transferOf } from './sftp-steps.ts';

describeWithReal('sshd', 'a transfer', () => {
  const { ended, printed, errorOf, server, host } = hostTests();
  const report = async (spec: string): Promise<unknown> => JSON.parse(await printed(spec));

  describe.each(['upload', 'download'] as const)('(%s)', (direction) => {
    const step = (source: string, destination: string, more = ''): string =>
      server() + transferOf({ direction, source, destination }, more);

    it('copies a file with its rights and time, in place of an older one', async () => {
      const folder = temporaryFolder('one');
      const [from, to] = [join(folder, 'from.sh'), join(folder, 'to.sh')];
      writeFileSync(from, 'new\n');
      chmodSync(from, 0o750);
      utimesSync(from, 1_700_000_000, 1_700_000_000);
      writeFileSync(to, 'something older\n');

      const run = await ended(step(from, to));

      expect(JSON.parse(await logOf(run, 's'))).toMatchObject({
        ...{ direction, source: from, destination: to, files: 1, bytes: 4, unchanged: 0 },
      });
      expect(run.node('s').facts).toEqual([
        { name: 'host', value: '127.0.0.1' },
        { name: 'files', value: '1' },
        { name: 'bytes', value: '4' },
      ]);
      expect(readFileSync(to, 'utf8')).toBe('new\n');
      expect([statSync(to).mode & 0o777, statSync(to).mtimeMs / 1000]).toEqual([
        0o750, 1_700_000_000,
      ]);
      expect(readdirSync(folder).toSorted()).toEqual(['from.sh', 'to.sh']);
    });

    it('copies into a folder that is there, or is named as one, and makes what is missing', async () => {
      const folder = temporaryFolder('into');
      const from = join(folder, 'file');
      writeFileSync(from, '');
      mkdirSync(join(folder, 'there'));

      await printed(step(from, join(folder, 'there')));
      await printed(step(from, `${folder}/new/deep/`));
      await printed(step(from, join(folder, 'other', 'name')));

      for (const path of ['there/file', 'new/deep/file', 'other/name'])
        expect(readFileSync(join(folder, path), 'utf8')).toBe('');
    });

    it('copies what a folder holds, whatever the names are, and leaves links out', async () => {
      const folder = temporaryFolder('tree');
      const names = ['a b', "it's", '$(touch x)`y`', '-rf', 'two\nlines', 'ünï', '...', 'c:\\d'];
      for (const below of ['', 'deep', '-deep/$HOME'])
        for (const name of names) {
          mkdirSync(join(folder, 'from', below), { recursive: true });
          writeFileSync(join(folder, 'from', below, name), `${below} ${name}`);
        }
      mkdirSync(join(folder, 'from', 'empty'));
      symlinkSync('/etc', join(folder, 'from', 'link'));

      const run = await ended(step(join(folder, 'from'), join(folder, 'to')));

      expect(JSON.parse(await logOf(run, 's'))).toMatchObject({ files: 24, unchanged: 0 });
      expect(await logOf(run, 's', 'stderr')).toContain('"link" is left out');
      expect(treeOf(join(folder, 'to'))).toEqual(
        treeOf(join(folder, 'from')).filter((line) => !line.startsWith('link')),
      );
    });

    it('leaves alone what came before', async () => {
      const folder = temporaryFolder('again');
      mkdirSync(join(folder, 'from'));
      const write = (name: string, text: string): void =>
        writeFileSync(join(folder, 'from', name), text);
      write('same', 'same');
      write('other', 'other');
      const spec = step(join(folder, 'from'), join(folder, 'to'));
      await printed(spec);
      write('other', 'longer than before');
      write('third', 'new');

      expect(await report(spec)).toMatchObject({ files: 2, unchanged: 1 });
      expect(treeOf(join(folder, 'to'))).toEqual(treeOf(join(folder, 'from')));
    });

    it('tells how far a large file has come, and holds little of it', async () => {
      const folder = temporaryFolder('large');
      const megabytes = campaign('DAGWRIGHT_SFTP_MEGABYTES', { short: 24, full: 1024 });
      const from = join(folder, 'from');
      writeFileSync(from, 'begin');
      truncateSync(from, megabytes * 1024 * 1024);

      const run = await ended(step(from, join(folder, 'to')));

      const { statusLabel, usage } = run.node('s');
      expect(statusLabel).toBe('succeeded');
      expect(await logOf(run, 's', 'stderr')).toMatch(/^"from": 10 % of \d+ bytes\n[^]*90 %/);
      expect(readFileSync(join(folder, 'to')).equals(readFileSync(from))).toBe(true);
      expect(usage?.peakMemoryBytes ?? 0).toBeLessThan(200 * 1024 * 1024);
    });

    it('fails with the reason where there is nothing, or may be nothing', async () => {
      const folder = temporaryFolder('nothing');
      const file = join(folder, 'file');
      writeFileSync(file, '');

      expect(await errorOf(step(join(folder, 'none'), file))).toBe(
        `${JSON.stringify(join(folder, 'none'))} is not there.`,
      );
      expect(await errorOf(step('/dev/null', file))).toContain('neither a file nor a folder');
      expect(await errorOf(step(file, join(file, 'below')))).toMatch(
        /is not a folder|not a directory/,
      );
      expect(readdirSync(folder)).toEqual(['file']);
    });

    it('fails where nobody is let in, or nobody is there', async () => {
      const file = join(temporaryFolder('closed'), 'file');
      writeFileSync(file, '');
      const steps = transferOf({ direction, source: file, destination: `${file}2` });

      expect(await errorOf(server({ key: host().strangerPath }) + steps)).toContain(
        'Authentication failed: 127.0.0.1 does not accept the key',
      );
      expect(await errorOf(server({ port: await freePort() }) + steps)).toContain(
        'the connection was refused',
      );
      expect(existsSync(`${file}2`)).toBe(false);
    });
  });

  it('has its references filled in, and goes where it says itself', async () => {
    const folder = temporaryFolder('filled');
    writeFileSync(join(folder, 'a b'), 'x');
    const { user, port, keyPath, knownHosts } = host();
    const config = `user: ${user}, host: "\${WHERE}", port: ${port}, key: "${keyPath}", known_host_file: "${knownHosts}"`;
    const paths = `source: "${folder}/\${NAME}", destination: "${folder}/\${NAME} 2"`;
    const head = 'params: [{WHERE: 127.0.0.1}, {NAME: a b}]\n';

    await printed(`${head}steps: [{name: s, type: sftp, config: {${config}, ${paths}}}]\n`);

    expect(readdirSync(folder)).toEqual(['a b', 'a b 2']);
    expect(
      await errorOf(
        `${server()}steps: [{name: s, type: sftp, config: {source: "\${NOBODY:-}", destination: x}}]\n`,
      ),
    ).toBe('`source` is empty');
  });
});

/** Every path below a folder, with what its file holds. */
function treeOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const text = entry.isFile() ? readFileSync(path, 'utf8') : '';
      return `${path.slice(folder.length + 1)} = ${text}`;
    })
    .toSorted();
}
