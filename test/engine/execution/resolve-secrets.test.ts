import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SecretDefinition } from '../../../engine/dag/definition.ts';
import { resolveSecrets } from '../../../engine/execution/state/resolve-secrets.ts';
import { runCommand } from '../../../engine/platform/run-command.ts';
import { temporaryFolder } from '../../support/home.ts';

const workingDir = temporaryFolder('secrets');
const ownEnvironment = { TOKEN: ' from env\n', EMPTY: '' };

const fromEnv = (key: string): SecretDefinition => ({
  name: 'S1',
  provider: 'env',
  key,
  trim: true,
});
const fromFile = (key: string, trim = true): SecretDefinition => ({
  name: 'S1',
  provider: 'file',
  key,
  trim,
});
const resolve = async (definition: SecretDefinition) =>
  (await resolveSecrets([definition], { ownEnvironment, workingDir })).get('S1');

function write(name: string, content: string | Buffer): string {
  writeFileSync(join(workingDir, name), content);
  return name;
}

describe('a secret of the environment', () => {
  it('is the variable as it is', async () => {
    expect(await resolve(fromEnv('TOKEN'))).toBe(' from env\n');
    expect(await resolve(fromEnv('EMPTY'))).toBe('');
  });

  it('must be set', async () => {
    await expect(resolve(fromEnv('X'))).rejects.toThrow(
      'secret "S1": the environment variable "X" is not set',
    );
  });
});

describe('a secret of a file', () => {
  it.each([
    { text: 'hunter2\n', trim: true, value: 'hunter2' },
    { text: 'hunter2\r\n', trim: true, value: 'hunter2' },
    { text: ' hunter2\n\n', trim: true, value: ' hunter2\n' },
    { text: 'hunter2\n', trim: false, value: 'hunter2\n' },
    { text: '\u{feff}größe\n2', trim: true, value: '\u{feff}größe\n2' },
    { text: '', trim: true, value: '' },
  ])('is $value for $text', async ({ text, trim, value }) => {
    expect(await resolve(fromFile(write('secret', text), trim))).toBe(value);
  });

  it('may stand anywhere', async () => {
    const elsewhere = join(temporaryFolder('elsewhere'), 'secret');
    writeFileSync(elsewhere, 'hunter2');

    expect(await resolve(fromFile(elsewhere))).toBe('hunter2');
  });

  it.each([
    ['is missing', 'none', () => undefined, `the file "none" does not exist in ${workingDir}`],
    ['is below a file', 'plain/x', () => write('plain', ''), 'does not exist'],
    ['is a folder', 'folder', () => mkdirSync(join(workingDir, 'folder')), 'is not a regular file'],
    [
      'is too large',
      'large',
      () => write('large', 'x'.repeat(65_537)),
      'has 65537 bytes, more than the limit of 65536',
    ],
    ['holds NUL', 'nul', () => write('nul', 'hunter\0'), 'its value contains a NUL character'],
    ['is no text', 'bytes', () => write('bytes', Buffer.from([0x68, 0xff])), 'is not UTF-8 text'],
  ])('is refused where it %s, and its value is not told', async (_why, key, make, message) => {
    make();

    const refused = expect(resolve(fromFile(key))).rejects;

    await refused.toThrow(`secret "S1": `);
    await expect(resolve(fromFile(key))).rejects.toThrow(message);
    await expect(resolve(fromFile(key))).rejects.not.toThrow(/hunter/);
  });

  it('is not waited for where nobody writes to a pipe', async () => {
    await runCommand('mkfifo pipe', {
      shell: ['/bin/sh'],
      workingDir,
      env: { PATH: process.env['PATH'] ?? '' },
      timeoutMs: 10_000,
    });

    await expect(resolve(fromFile('pipe'))).rejects.toThrow('is not a regular file');
  });
});

it('secrets of one name: the last one counts', async () => {
  const values = await resolveSecrets([fromEnv('TOKEN'), fromEnv('EMPTY')], {
    ownEnvironment,
    workingDir,
  });

  expect([...values]).toEqual([['S1', '']]);
});
