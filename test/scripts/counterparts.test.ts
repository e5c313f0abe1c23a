import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findCounterpart } from '../../scripts/test/counterparts.ts';
import { temporaryFolder } from '../support/home.ts';

function folderWith(program: string, mode = 0o755): string {
  const folder = temporaryFolder('programs');
  writeFileSync(join(folder, program), '#!/bin/sh\n');
  chmodSync(join(folder, program), mode);
  return folder;
}

describe('A program that tests need', () => {
  beforeEach(() => {
    vi.stubEnv('GIT_PATH', undefined);
  });

  it('is found on the PATH, in the first folder that has it', () => {
    const [first, second] = [folderWith('git'), folderWith('git')];
    vi.stubEnv('PATH', [temporaryFolder(), first, second].join(delimiter));

    expect(findCounterpart('git')).toBe(join(first, 'git'));
  });

  it('may be named by its variable, which beats the PATH', () => {
    const named = join(folderWith('my-git'), 'my-git');
    vi.stubEnv('PATH', folderWith('git'));
    vi.stubEnv('GIT_PATH', named);

    expect(findCounterpart('git')).toBe(named);
  });

  it('is missing when its variable names nothing, whatever the PATH has', () => {
    vi.stubEnv('PATH', folderWith('git'));
    vi.stubEnv('GIT_PATH', join(temporaryFolder(), 'git'));

    expect(findCounterpart('git')).toBeNull();
  });

  it('is missing when a file of its name is no program', () => {
    vi.stubEnv('PATH', folderWith('git', 0o644));

    expect(findCounterpart('git')).toBeNull();
  });
});
