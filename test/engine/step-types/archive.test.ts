import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { endOf, engineOfFile, logOf, startInline, type EndedRun } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

/** One for all: a case is a run. */
const engine = engineOfFile();

interface Archived {
  readonly command: string;
  readonly config: object;
  readonly fields?: string;
}

function archive(folder: string, { command, config, fields = '' }: Archived): Promise<EndedRun> {
  const step = `- {name: s, type: archive, command: ${command}, config: ${JSON.stringify(config)}${fields}}`;
  return inFolder(folder, `steps:\n  ${step}\n`);
}

const inFolder = async (folder: string, spec: string): Promise<EndedRun> =>
  endOf(await startInline(`working_dir: ${folder}\n${spec}`, { engine: engine() }));

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder('archive');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** What stands below a folder, by path: the text of a file, the target of a link. */
function contentsOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const file = join(folder, name);
      const found = lstatSync(file);
      if (found.isSymbolicLink()) return [name, `-> ${readlinkSync(file)}`];
      return [name, found.isDirectory() ? '/' : readFileSync(file, 'utf8')];
    }),
  );
}

const reportOf = async (run: EndedRun): Promise<Record<string, unknown>> =>
  JSON.parse(await logOf(run, 's')) as Record<string, unknown>;

/** A tar archive of the system's own program, with names as they are given. */
function tarOf(folder: string, args: readonly string[]): void {
  execFileSync('tar', ['-C', folder, '-P', '-cf', join(folder, 'bad.tar'), ...args]);
}

describe('an archive', () => {
  it.each(['zip', 'tar', 'tar.gz', 'tgz', 'tar.zst'])(
    'as .%s gives back what was put in: texts, folders, links, rights and times',
    async (ending) => {
      const folder = folderWith({ 'in/a.txt': 'A\n', 'in/deep/b é.sh': 'B', 'in/empty': '' });
      mkdirSync(join(folder, 'in/none'));
      symlinkSync('../a.txt', join(folder, 'in/deep/link'));
      chmodSync(join(folder, 'in/deep/b é.sh'), 0o755);
      utimesSync(join(folder, 'in/a.txt'), 1_700_000_000, 1_700_000_000);

      const packed = await archive(folder, {
        command: 'create',
        config: { source: 'in', destination: `made/all.${ending}`, verify_integrity: true },
      });
      const taken = await archive(folder, {
        command: 'extract',
        config: { source: `made/all.${ending}`, destination: 'out/here' },
      });

      expect([packed.node('s').error, taken.node('s').error]).toEqual(['', '']);
      expect(await reportOf(packed)).toMatchObject({
        operation: 'create',
        filesAdded: 4,
        bytesArchived: 3,
        verified: true,
      });
      expect(await reportOf(taken)).toMatchObject({ filesExtracted: 4, bytesExtracted: 3 });
      expect(taken.node('s').facts).toEqual([
        { name: 'files', value: '4' },
        { name: 'bytes', value: '3' },
      ]);
      const out = join(folder, 'out/here');
      expect(contentsOf(out)).toEqual(contentsOf(join(folder, 'in')));
      expect(statSync(join(out, 'deep/b é.sh')).mode & 0o777).toBe(0o755);
      expect(statSync(join(out, 'a.txt')).mtimeMs).toBe(1_700_000_000_000);
      expect(readdirSync(join(folder, 'made'))).toEqual([`all.${ending}`]);
    },
  );

  it('is one that other programs read, and reads what they make', async () => {
    const folder = folderWith({ 'in/a.txt': 'A', 'in/b/c.txt': 'C' });
    const config = { source: 'in', destination: 'all.tar.zst' };
    await archive(folder, { command: 'create', config });
    const plain = zstdDecompressSync(readFileSync(join(folder, 'all.tar.zst')));
    execFileSync('tar', ['-C', folder, '-czf', join(folder, 'theirs.tgz'), 'in']);

    const listed = await archive(folder, { command: 'list', config: { source: 'theirs.tgz' } });

    expect(execFileSync('tar', ['-t'], { input: plain }).toString()).toBe('a.txt\nb/\nb/c.txt\n');
    const { totalFiles, totalSize, entries } = await reportOf(listed);
    expect([totalFiles, totalSize]).toEqual([2, 2]);
    expect(entries).toHaveLength(4);
    expect(entries).toContainEqual(expect.objectContaining({ path: 'in/b', type: 'folder' }));
    const file = { path: 'in/a.txt', type: 'file', size: 1, mode: '0644' };
    expect(entries).toContainEqual(expect.objectContaining(file));
  });

  it('takes a single file, and what the patterns mean', async () => {
    const folder = folderWith({ 'in/a.txt': '1', 'in/b.log': '2', 'in/x/c.txt': '3', '@y': '4' });

    await archive(folder, { command: 'create', config: { source: '@y', destination: 'one.tar' } });
    const include = ['*.txt', 'x/**'];
    await archive(folder, {
      command: 'create',
      config: { source: 'in', destination: 'some.zip', include },
    });
    const some = { source: 'some.zip', destination: 'some', include: ['**/c.txt'] };
    await archive(folder, { command: 'extract', config: some });
    await archive(folder, {
      command: 'extract',
      config: { source: 'one.tar', destination: 'one' },
    });
    const listed = await archive(folder, { command: 'list', config: { source: 'some.zip' } });

    expect(contentsOf(join(folder, 'one'))).toEqual({ '@y': '4' });
    expect(contentsOf(join(folder, 'some'))).toEqual({ x: '/', 'x/c.txt': '3' });
    expect(await reportOf(listed)).toMatchObject({ totalFiles: 2 });
  });

  it('replaces the files that it holds, and nothing else', async () => {
    const folder = folderWith({ 'in/a.txt': 'new', 'out/a.txt': 'old', 'out/b.txt': 'mine' });
    await archive(folder, { command: 'create', config: { source: 'in', destination: 'a.zip' } });

    await archive(folder, { command: 'extract', config: { source: 'a.zip', destination: 'out' } });

    expect(contentsOf(join(folder, 'out'))).toEqual({ 'a.txt': 'new', 'b.txt': 'mine' });
  });

  it('does not hold itself, nor what is no file', async () => {
    const folder = folderWith({ 'a.txt': 'A', 'all.tar': 'an older one' });
    execFileSync('mkfifo', [join(folder, 'pipe')]);

    const run = await archive(folder, {
      command: 'create',
      config: { source: '.', destination: 'all.tar' },
    });

    expect(await reportOf(run)).toMatchObject({
      filesAdded: 1,
      notes: ['"pipe" is left out: it is a device, a pipe or a socket'],
    });
  });
});

describe('an archive that is refused', () => {
  const refused = async (folder: string, source: string, config: object = {}) => {
    const run = await archive(folder, {
      command: 'extract',
      config: { source, destination: 'out/under', ...config },
    });
    return run.node('s');
  };

  it.each([
    ['climbs', ['../escaped'], 'climbs out of the destination'],
    ['has a link that leads out', ['a/out'], 'links to "../../secret", out of the destination'],
    ['has a link with a root', ['a/root'], 'links to "/etc", out of the destination'],
    ['holds a pipe', ['pipe'], '"pipe" is a device or a pipe'],
    ['goes through a link', ['a/in', '--transform=s,^b$,a/in/b,', 'b'], 'is below "a/in", a link'],
  ])('for what %s is not written at all', async (_what, args, why) => {
    const outer = folderWith({ 'work/a/x': '', 'work/b': 'B', 'work/first': '1', escaped: 'bad' });
    const folder = join(outer, 'work');
    symlinkSync('../../secret', join(folder, 'a/out'));
    symlinkSync('/etc', join(folder, 'a/root'));
    symlinkSync('.', join(folder, 'a/in'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    tarOf(folder, ['first', ...args]);

    const node = await refused(folder, 'bad.tar');

    expect(node).toMatchObject({ statusLabel: 'failed', exitCode: 1 });
    expect(node.error).toContain('bad.tar: ');
    expect(node.error).toContain(why);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  it('does not write through links that the destination has', async () => {
    const folder = folderWith({ 'in/a/b.txt': 'bad', 'else/c': '' });
    mkdirSync(join(folder, 'out/under'), { recursive: true });
    symlinkSync('../../else', join(folder, 'out/under/a'));
    await archive(folder, { command: 'create', config: { source: 'in', destination: 'a.zip' } });

    const node = await refused(folder, 'a.zip');

    expect(node.error).toBe(
      '"a" in the destination is not a folder: entries would be written through it',
    );
    expect(contentsOf(join(folder, 'else'))).toEqual({ c: '' });
  });

  it('takes an absolute path without its root, and says so', async () => {
    const folder = folderWith({ a: 'A' });
    tarOf(folder, [join(folder, 'a')]);

    const run = await archive(folder, {
      command: 'extract',
      config: { source: 'bad.tar', destination: 'out' },
    });

    const { notes } = await reportOf(run);
    expect(notes).toEqual([`"${folder}/a" is taken as "${folder.slice(1)}/a"`]);
    expect(readFileSync(join(folder, 'out', folder, 'a'), 'utf8')).toBe('A');
  });

  it('is one that holds more than it may', async () => {
    const folder = folderWith({ 'in/a': 'x'.repeat(1001) });
    await archive(folder, { command: 'create', config: { source: 'in', destination: 'a.tar.gz' } });

    const node = await refused(folder, 'a.tar.gz', { max_size: 1000 });

    expect(node.error).toBe('a.tar.gz: holds more than 1000 bytes; see `max_size`');
    expect((await refused(folder, 'a.tar.gz', { max_size: 1001 })).error).toBe('');
  });

  it.each(['zip', 'tar.gz', 'tar.zst'])(
    'is a .%s that is cut, changed or none at all',
    async (ending) => {
      const text = Array.from({ length: 5000 }, (_, index) => `${index * 7919}\n`).join('');
      const folder = folderWith({ 'in/a': text });
      const name = `a.${ending}`;
      await archive(folder, { command: 'create', config: { source: 'in', destination: name } });
      const bytes = readFileSync(join(folder, name));
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(1000) ^ 1, 1000);
      for (const bad of [bytes.subarray(0, bytes.length / 2), changed, Buffer.from(text)]) {
        writeFileSync(join(folder, name), bad);

        const node = await refused(folder, name);

        expect(node.statusLabel).toBe('failed');
        expect(node.error).toMatch(new RegExp(`^a\\.${ending}: .`));
        expect(existsSync(join(folder, 'out'))).toBe(false);
      }
    },
  );

  it('is named when it is not there, and so is a source', async () => {
    const folder = folderWith({});

    const node = await refused(folder, 'none.zip');
    const config = { source: 'none', destination: 'a.zip' };
    const made = await archive(folder, { command: 'create', config });
    const nothing = { source: '.', destination: 'a.zip', include: ['*.txt'] };
    const unmatched = await archive(folder, { command: 'create', config: nothing });

    expect(node.error).toBe('none.zip is not there');
    expect(made.node('s').error).toBe('none is not there');
    expect(unmatched.node('s').error).toBe('nothing in . matches `include`: *.txt');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('an archive step that is ended', () => {
  it('leaves nothing of what it had begun', async () => {
    const folder = folderWith({ 'in/a': '' });
    // It takes far longer to pack than it may, and nothing of the disk.
    truncateSync(join(folder, 'in/a'), 200 * 1024 ** 3);

    const config = { source: 'in', destination: 'a.tar.gz' };
    const run = await archive(folder, { command: 'create', config, fields: ', timeout_sec: 1' });

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 124 });
    expect(readdirSync(folder)).toEqual(['in']);
  });
});

describe('what an archive step says', () => {
  it.each([
    ['command: shred, config: {source: a, destination: b}', 'must be one of `extract`, `create`'],
    ['command: create, config: {source: a}', '`config` of `create` requires `destination`'],
    ['command: extract, config: {destination: b}', '`config` of `extract` requires `source`'],
    ['command: create, config: {source: a, destination: b.rar}', 'must end in .zip, .tar'],
    ['command: list', '`config`'],
    ['command: list, config: {source: a, verify_integrity: maybe}', '`verify_integrity`'],
    ['command: list, config: {source: a, max_size: 0}', '`max_size`'],
  ])('is refused as %s', async (fields, message) => {
    const spec = `steps:\n  - {name: s, type: archive, ${fields}}\n`;

    const { valid, errors } = await engine().client.call('dags.validate', { spec });

    expect(valid).toBe(false);
    expect(JSON.stringify(errors)).toContain(message);
  });

  it('has its references filled in', async () => {
    const folder = folderWith({ 'in/a.txt': 'A', 'in/b.log': 'B' });
    const spec = `params: [{WHAT: txt}]
steps:
  - {name: first, command: echo in, output: FROM}
  - name: s
    type: archive
    command: create
    config: {source: "\${FROM}", destination: "\${WHAT}.\${KIND}", include: "*.\${WHAT}"}
    env: [KIND: tgz]
`;

    const run = await inFolder(folder, spec);

    expect(await reportOf(run)).toMatchObject({ destination: 'txt.tgz', filesAdded: 1 });
  });
});
