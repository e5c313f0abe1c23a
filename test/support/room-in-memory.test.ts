import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { temporaryFolder } from './home.ts';
import { roomInMemory } from './room-in-memory.ts';
import { aSmallDisk, noSmallDisk } from './small-disk.ts';

const little = { room: 1024, memory: 1024 };

it('takes a folder that has room, in which programs run, and leaves nothing in it', () => {
  const folder = temporaryFolder();

  expect(roomInMemory(folder, little)).toBe(folder);
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  ['without the room', { ...little, room: Number.MAX_SAFE_INTEGER }],
  ['without the memory', { ...little, memory: Number.MAX_SAFE_INTEGER }],
])('takes none %s', (_what, needed) => {
  expect(roomInMemory(temporaryFolder(), needed)).toBeNull();
});

it('takes none that is not there', () => {
  expect(roomInMemory('/nowhere', little)).toBeNull();
});

it.skipIf(noSmallDisk !== null)('takes none in which programs are forbidden to run', () => {
  const { folder } = aSmallDisk(1);
  expect(roomInMemory(folder, little)).toBe(folder);

  execFileSync('mount', ['-o', 'remount,noexec', folder]);

  expect(roomInMemory(folder, little)).toBeNull();
});
