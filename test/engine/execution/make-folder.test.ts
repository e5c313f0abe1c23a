import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../../engine/execution/keep/make-folder.ts';
import { temporaryFolder } from '../../support/home.ts';

describe('a folder that a definition asks for', () => {
  it('is made with those above it, and may be there already', () => {
    const folder = join(temporaryFolder(), 'a', 'b', 'c');

    makeFolder(folder, 'working_dir');
    makeFolder(folder, 'working_dir');

    expect(existsSync(folder)).toBe(true);
  });

  it.each([
    ['a file', () => join(aFile(), 'below'), 'a file with that name exists'],
    ['a file of its name', aFile, 'a file with that name exists'],
    // `mkdir` of Node with `recursive` would never come back from here.
    ['/proc', () => '/proc/none/below', 'its parent folder does not exist'],
  ])('is refused at once below %s', (_place, folder, reason) => {
    const place = folder();

    expect(() => makeFolder(place, 'working_dir')).toThrow(
      `\`working_dir\`: cannot use the folder ${place}: ${reason}`,
    );
  });

  it.each([
    ['EACCES', 'bad_request', 'permission denied'],
    ['EPERM', 'bad_request', 'permission denied'],
    ['ELOOP', 'bad_request', 'too many links'],
    ['ENOSPC', 'service_unavailable', 'too many links'],
  ])('is refused with %s as a %s', (code, kind, reason) => {
    // Whoever runs the tests may be allowed everything.
    const make = (): never => {
      throw Object.assign(new Error('too many links'), { code });
    };

    expect(() => makeFolder('/some', 'log_dir', make)).toThrow(
      expect.objectContaining({
        code: kind,
        message: `\`log_dir\`: cannot use the folder /some: ${reason}`,
      }),
    );
  });
});

function aFile(): string {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  return file;
}
