import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDotenv } from '../../../engine/execution/prepare/read-dotenv.ts';
import { temporaryFolder } from '../../support/home.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder('dotenv');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('dotenv files', () => {
  it('win over the ones before them, and see their entries and the variables', async () => {
    const folder = folderWith({ a: 'A=1\nB=$A$HOME', b: 'A=2\nC=$A$B' });

    const all = await readDotenv(['a', 'b'], folder, { variables: { A: '9', HOME: '/h' } });

    expect([...all]).toEqual([
      ['A', '2'],
      ['B', '1/h'],
      ['C', '21/h'],
    ]);
  });

  it('are passed over where they are missing', async () => {
    const folder = folderWith({ b: 'A=1' });

    expect([...(await readDotenv(['a', 'b', 'b/c'], folder, { variables: {} }))]).toEqual([
      ['A', '1'],
    ]);
    expect((await readDotenv([], folder, { variables: {} })).size).toBe(0);
  });

  it('may stand anywhere', async () => {
    const folder = folderWith({ a: 'A=1' });

    expect([...(await readDotenv([join(folder, 'a')], '/', { variables: {} }))]).toEqual([
      ['A', '1'],
    ]);
  });

  it('see no variable that only every object has', async () => {
    expect([
      ...(await readDotenv(['a'], folderWith({ a: 'A=$toString' }), { variables: {} })),
    ]).toEqual([['A', '']]);
  });

  it('are refused by name and line', async () => {
    const folder = folderWith({ '.env': 'A=1\noops' });
    mkdirSync(join(folder, 'dir'));
    const many = Array.from({ length: 5001 }, (_, index) => `A${index}=`).join('\n');
    writeFileSync(join(folder, 'many'), many);

    await expect(readDotenv(['.env'], folder, { variables: {} })).rejects.toThrow(
      'dotenv ".env:2": expected KEY=value',
    );
    await expect(readDotenv(['many'], folder, { variables: {} })).rejects.toThrow(
      'dotenv "many:5001": more than 5000 variables',
    );
    await expect(readDotenv(['dir'], folder, { variables: {} })).rejects.toThrow(
      `dotenv "dir": the file "${join(folder, 'dir')}" is not a regular file`,
    );
  });
});
