import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretFile, secretOfFile } from '../../../engine/auth/secret-file.ts';
import { StartError } from '../../../engine/lib/start-error.ts';
import { temporaryFolder } from '../../support/home.ts';

const modeOf = (file: string) => statSync(file).mode & 0o777;

const engineSecret = (folder: string): Buffer => secretOfFile(secretFile(folder));

describe('the file of the secret', () => {
  it('is made once, and lies in a file that its owner alone may read', () => {
    const folder = temporaryFolder();

    const secret = engineSecret(folder);

    expect(secret).toHaveLength(32);
    expect(engineSecret(folder)).toEqual(secret);
    expect(engineSecret(temporaryFolder())).not.toEqual(secret);
    expect(modeOf(join(folder, 'engine.secret'))).toBe(0o600);
  });

  it('is closed to others when its file came back with wider rights', () => {
    const folder = temporaryFolder();
    const secret = engineSecret(folder);
    chmodSync(join(folder, 'engine.secret'), 0o644);

    expect(engineSecret(folder)).toEqual(secret);
    expect(modeOf(join(folder, 'engine.secret'))).toBe(0o600);
  });

  it.each(['', 'short\n', 'x'.repeat(100)])(
    'stops the start when its file is damaged: %j',
    (text) => {
      const folder = temporaryFolder();
      const file = join(folder, 'engine.secret');
      writeFileSync(file, text);

      expect(() => engineSecret(folder)).toThrow(StartError);
      expect(() => engineSecret(folder)).toThrow(file);
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  it('stops the start when its file cannot be read', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'engine.secret'));

    expect(() => engineSecret(folder)).toThrow(
      /Cannot use the secret .*: .* is a folder, not a regular file/,
    );
  });
});
