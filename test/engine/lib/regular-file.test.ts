import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  NotRegularFile,
  openFile,
  openToRead,
  readText,
} from '../../../engine/lib/regular-file.ts';
import {
  appendText,
  appendToNamed,
  replaceText,
  writeAnew,
  writeFirst,
} from '../../../engine/lib/write-file.ts';
import { temporaryFolder } from '../../support/home.ts';
import { replaceBy, standIns, type StandIn } from '../../support/stand-ins.ts';

const kinds = Object.keys(standIns) as StandIn[];
const aPlace = (): string => join(temporaryFolder(), 'file');
const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe.each(kinds)('%s in the place of a file', (kind) => {
  const message = `is ${kind}, not a regular file`;

  it('is not opened to read, and nobody waits for it', async () => {
    const path = aPlace();
    replaceBy(kind, path);

    expect(() => readText(path, { links: 'refuse' })).toThrow(message);
    expect(() => openToRead(path, 'refuse')).toThrow(NotRegularFile);
    await expect(openFile(path, 'refuse')).rejects.toThrow(message);
  });

  it('is not appended to', () => {
    const path = aPlace();
    replaceBy(kind, path);

    expect(() => appendText(path, 'text')).toThrow(message);
  });

  it('is taken for a file that is there', () => {
    const path = aPlace();
    replaceBy(kind, path);

    expect(() => writeFirst(path, 'text')).toThrow('EEXIST');
  });

  it.skipIf(kind === 'a folder')('gives way to a file that is written anew', () => {
    const path = aPlace();
    replaceBy(kind, path);
    writeAnew(path, 'first');
    replaceBy(kind, path);
    replaceText(path, 'second');

    expect(lstatSync(path).isFile()).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('second');
    expect(readFileSync('/etc/passwd', 'utf8')).not.toContain('second');
  });
});

describe('a link', () => {
  it('to a file is a file where people may put their own', async () => {
    const folder = temporaryFolder();
    const [path, target] = [join(folder, 'link'), join(folder, 'target')];
    writeFileSync(target, 'text');
    symlinkSync(target, path);

    expect(readText(path, { links: 'follow' })).toBe('text');
    await using file = await openFile(path, 'follow');
    expect(await file.readFile('utf8')).toBe('text');
  });

  it('to what is no file is none', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'link');
    replaceBy('a named pipe', join(folder, 'pipe'));
    symlinkSync(join(folder, 'pipe'), path);

    expect(() => readText(path, { links: 'follow' })).toThrow(NotRegularFile);
  });

  it('to nothing gets no file behind it', () => {
    const folder = temporaryFolder();
    symlinkSync(join(folder, 'target'), join(folder, 'link'));

    expect(() => appendText(join(folder, 'link'), 'text')).toThrow('is a link');
    expect(existsSync(join(folder, 'target'))).toBe(false);
  });

  it('in the place of the folder of a run leads nowhere', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'elsewhere'));
    writeFileSync(join(folder, 'elsewhere', 'file'), 'text');
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'run'));

    await expect(openFile(join(folder, 'run', 'file'), 'refuse')).rejects.toThrow(
      `${join(folder, 'run')} is a link`,
    );
  });
});

describe('a file', () => {
  it('is read up to a length', () => {
    const path = aPlace();
    writeFileSync(path, 'abcdef');

    expect(readText(path, { links: 'refuse', mostBytes: 3 })).toBe('abc');
    expect(readText(path, { links: 'refuse', mostBytes: 6 })).toBe('abcdef');
  });

  it.each(['0000', '0022', '0077', '0777'])('is its owner’s alone under the umask %s', (umask) => {
    const path = aPlace();
    const usual = process.umask(Number.parseInt(umask, 8));
    try {
      appendText(path, 'a');
      writeFirst(`${path}.first`, 'b');
      writeAnew(`${path}.anew`, 'c');
    } finally {
      process.umask(usual);
    }

    expect([path, `${path}.first`, `${path}.anew`].map(modeOf)).toEqual([0o600, 0o600, 0o600]);
  });

  it('that exists keeps its rights and its text when it is appended to', () => {
    const path = aPlace();
    writeFileSync(path, 'a', { mode: 0o640 });

    appendText(path, 'b');

    expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['ab', 0o640]);
  });
});

describe('what the writer of a DAG names to be appended to', () => {
  it('may be a device', () => {
    expect(() => appendToNamed('/dev/null', 'text')).not.toThrow();
  });

  it('is not waited for when it is a pipe that nobody reads', () => {
    const path = aPlace();
    replaceBy('a named pipe', path);

    expect(() => appendToNamed(path, 'text')).toThrow('ENXIO');
  });

  it('may be a pipe with a reader', () => {
    const path = aPlace();
    replaceBy('a named pipe', path);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);

    appendToNamed(path, 'text');

    expect(readFileSync(reader, 'utf8')).toBe('text');
    closeSync(reader);
  });
});
