import { writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../engine/config/load-config.ts';
import { temporaryFolder } from '../../support/home.ts';

const home = temporaryFolder('named-file');

describe('a file of settings that is named', () => {
  it('is /dev/null where there are to be none', () => {
    const { paths, ...others } = loadConfig({ home, env: {}, config: devNull });
    const { paths: usual, ...defaults } = loadConfig({ home, env: {} });

    expect(others).toEqual(defaults);
    expect(paths).toEqual({ ...usual, configFile: devNull });
  });

  it('is no other device, and must be there', () => {
    const load = (config: string) => () => loadConfig({ home, env: {}, config });

    expect(load('/dev/zero')).toThrow('/dev/zero is a device, not a regular file');
    expect(load(join(home, 'none.yaml'))).toThrow('none.yaml not found');
  });

  it("says what takes the place of the old name of the owner's socket", () => {
    const file = join(home, 'old.yaml');
    writeFileSync(file, 'unix_socket: false');

    expect(() => loadConfig({ home, env: {}, config: file })).toThrow(
      'old.yaml:1:1: `unix_socket` was removed: use `owner_socket`',
    );
  });
});
