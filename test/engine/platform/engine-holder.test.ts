import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHolder, removeHolder, writeHolder } from '../../../engine/platform/engine-holder.ts';
import { temporaryFolder } from '../../support/home.ts';

const STARTED = '2026-02-03T10:00:00.000Z';

/** A folder whose holder is this process, with what the file says replaced. */
function heldFolder(change: Readonly<Record<string, unknown>> = {}): string {
  const folder = temporaryFolder();
  writeHolder(folder, { startedAt: STARTED, isService: true });
  const file = join(folder, 'engine.lock');
  const holder = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...holder, ...change }));
  return folder;
}

describe('the file that says who serves a folder', () => {
  it('names this process and since when, for its owner alone to read', () => {
    const folder = temporaryFolder();

    writeHolder(folder, { startedAt: STARTED, isService: true });

    expect(readHolder(folder)).toMatchObject({ pid: process.pid, startedAt: STARTED });
    expect(statSync(join(folder, 'engine.lock')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['engine.lock']);
  });

  it.each([
    { what: 'has ended', change: { pid: spawnSync('true').pid } },
    { what: 'has given its number to another process', change: { processStarted: '1' } },
    { what: 'ran before the last boot', change: { bootId: 'an earlier one' } },
    { what: 'is described by an older version', change: { bootId: undefined } },
  ])('names nobody when its process $what', ({ change }) => {
    expect(readHolder(heldFolder())).not.toBeNull();
    expect(readHolder(heldFolder(change))).toBeNull();
  });

  it.each(['', '{', '[]', '{"pid": "x"}'])('names nobody when it holds %j', (text) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'engine.lock'), text);

    expect(readHolder(folder)).toBeNull();
  });

  it('is removed by its holder, once or twice', () => {
    const folder = heldFolder();

    removeHolder(folder);
    removeHolder(folder);

    expect(readdirSync(folder)).toEqual([]);
  });
});
