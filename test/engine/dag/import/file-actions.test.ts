import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { turnOlderForms } from '../../../../engine/dag/import/turn-older-forms.ts';
import { loadDag } from '../../../../engine/steps/load-dag.ts';
import { temporaryFolder } from '../../../support/home.ts';

const load = (text: string) => Promise.resolve(loadDag(text, { name: 'it' }).issues);

/** Turns one action on files, and runs what it became in a folder. */
async function run(folder: string, action: string, inputs: Readonly<Record<string, unknown>>) {
  const before = `params: [WHO, MANY]\nsteps:\n  - action: file.${action}\n    with: ${JSON.stringify(inputs)}\n`;
  const { text, problems } = await turnOlderForms(before, load);
  expect(problems).toEqual([]);
  const [step] = loadDag(text, { name: 'it' }).dag?.steps ?? [];
  expect(step).toMatchObject({ type: 'shell', shell: ['sh'] });
  const { status, stdout } = spawnSync('sh', ['-c', step?.script ?? step?.commands[0] ?? ''], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, WHO: 'Ada $(touch ran)', MANY: '*' },
    encoding: 'utf8',
  });
  return { ok: status === 0, stdout };
}

const aFolder = (files: Readonly<Record<string, string>> = {}): string => {
  const folder = temporaryFolder('files');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
};
const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');
const modeOf = (folder: string, name: string) => statSync(join(folder, name)).mode & 0o777;

describe('an action on files of Dagu does in a shell what it did', () => {
  it('reads a file to its last byte, and none that is missing, a folder or too large', async () => {
    const folder = aFolder({ 'a b': 'x\n\n' });

    expect(await run(folder, 'read', { path: 'a b' })).toEqual({ ok: true, stdout: 'x\n\n' });
    expect(await run(folder, 'read', { path: './a b', max_bytes: 3 })).toMatchObject({ ok: true });
    for (const inputs of [{ path: 'none' }, { path: '.' }, { path: 'a b', max_bytes: 2 }])
      expect(await run(folder, 'read', inputs)).toEqual({ ok: false, stdout: '' });
  });

  it('writes what it is told, values as data, for its owner', async () => {
    const folder = aFolder();
    const content = 'It\'s "$WHO", ${MANY}: `id` $(id) \\n $5 $$\nline\n';

    expect(await run(folder, 'write', { path: '~/-a', content })).toEqual({ ok: true, stdout: '' });

    expect(read(folder, '-a')).toBe('It\'s "Ada $(touch ran)", *: `id` $(id) \\n $5 $$\nline\n');
    expect(modeOf(folder, '-a')).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['-a']);
  });

  it('writes over a file, with its mode and folders, only where that is said', async () => {
    const folder = aFolder({ a: 'old' });

    expect(await run(folder, 'write', { path: 'a', content: 'new' })).toMatchObject({ ok: false });
    expect(read(folder, 'a')).toBe('old');
    expect(await run(folder, 'write', { path: 'x/y/b', content: 'n' })).toMatchObject({
      ok: false,
    });
    const wanted = { content: 'new', overwrite: true, create_dirs: true, mode: '0640' };
    for (const path of ['a', 'x/y/b']) {
      expect(await run(folder, 'write', { path, ...wanted })).toMatchObject({ ok: true });
      expect([read(folder, path), modeOf(folder, path)]).toEqual(['new', 0o640]);
    }
    expect(await run(folder, 'write', { path: 'x', ...wanted })).toMatchObject({ ok: false });
    expect(readdirSync(folder).sort()).toEqual(['a', 'x']);
    expect(
      await run(folder, 'write', { path: 'a', content: 'c', overwrite: true, atomic: false }),
    ).toMatchObject({ ok: true });
    expect(read(folder, 'a')).toBe('c');
  });

  it('copies a file, and a folder only where that is said', async () => {
    const folder = aFolder({ a: '1', 'd/e/f': '2', taken: 'old' });
    symlinkSync('a', join(folder, 'link'));

    expect(await run(folder, 'copy', { source: 'a', destination: 'b' })).toMatchObject({
      ok: true,
    });
    expect(await run(folder, 'copy', { source: 'link', destination: 'l' })).toMatchObject({
      ok: true,
    });
    expect(lstatSync(join(folder, 'l')).isSymbolicLink()).toBe(true);
    for (const inputs of [
      { source: 'a', destination: 'taken' },
      { source: 'd', destination: 'g' },
      { source: 'a', destination: 'no/where' },
      { source: 'a', destination: 'd', overwrite: true },
    ])
      expect(await run(folder, 'copy', inputs)).toMatchObject({ ok: false });
    const all = { recursive: true, overwrite: true, create_dirs: true };
    expect(await run(folder, 'copy', { source: 'd', destination: 'p/q', ...all })).toMatchObject({
      ok: true,
    });
    expect(await run(folder, 'copy', { source: 'd', destination: 'p/q', ...all })).toMatchObject({
      ok: true,
    });
    expect(read(folder, 'p/q/e/f')).toBe('2');
    expect(readdirSync(join(folder, 'p/q'))).toEqual(['e']);
    expect(
      await run(folder, 'copy', { source: 'a', destination: 'taken', overwrite: true }),
    ).toMatchObject({ ok: true });
    expect(read(folder, 'taken')).toBe('1');
  });

  it('moves a file or a folder, onto another one only where that is said', async () => {
    const folder = aFolder({ a: '1', 'd/f': '2', taken: 'old' });

    expect(await run(folder, 'move', { source: 'a', destination: 'taken' })).toMatchObject({
      ok: false,
    });
    expect(
      await run(folder, 'move', { source: 'a', destination: 'taken', overwrite: true }),
    ).toMatchObject({ ok: true });
    expect(
      await run(folder, 'move', { source: 'd', destination: 'x/y', create_dirs: true }),
    ).toMatchObject({ ok: true });

    expect(existsSync(join(folder, 'a'))).toBe(false);
    expect([read(folder, 'taken'), read(folder, 'x/y/f')]).toEqual(['1', '2']);
  });

  it('deletes a file, a folder only where that is said, and one that is missing never in silence', async () => {
    const folder = aFolder({ a: '1', 'd/f': '2' });

    expect(await run(folder, 'delete', { path: 'none' })).toMatchObject({ ok: false });
    expect(await run(folder, 'delete', { path: 'd' })).toMatchObject({ ok: false });
    expect(await run(folder, 'delete', { path: '$MANY' })).toMatchObject({ ok: false });
    expect(readdirSync(folder).sort()).toEqual(['a', 'd']);
    expect(await run(folder, 'delete', { path: 'none', missing_ok: true })).toMatchObject({
      ok: true,
    });
    expect(await run(folder, 'delete', { path: 'a' })).toMatchObject({ ok: true });
    expect(await run(folder, 'delete', { path: 'd', recursive: true })).toMatchObject({ ok: true });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('makes a folder with those above it, also where it is there', async () => {
    const folder = aFolder();

    for (const inputs of [{ path: 'x/y' }, { path: 'x/y' }, { path: 'z', mode: '0700' }])
      expect(await run(folder, 'mkdir', inputs)).toEqual({ ok: true, stdout: '' });

    expect([modeOf(folder, 'x'), modeOf(folder, 'x/y'), modeOf(folder, 'z')]).toEqual([
      ...[0o750, 0o750, 0o700],
    ]);
  });
});
