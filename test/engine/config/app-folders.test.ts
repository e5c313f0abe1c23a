import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../engine/config/load-config.ts';

const cwd = '/nowhere';

describe('the folders', () => {
  it.each([
    {
      on: { platform: 'linux', homedir: '/home/ada' },
      env: {},
      configFile: '/home/ada/.config/dagwright/config.yaml',
      dagsDir: '/home/ada/.config/dagwright/dags',
      baseConfig: '/home/ada/.config/dagwright/base.yaml',
      dataDir: '/home/ada/.local/share/dagwright/data',
      logDir: '/home/ada/.local/share/dagwright/logs',
    },
    {
      on: { platform: 'linux', homedir: '/home/ada' },
      env: { XDG_CONFIG_HOME: '/etc/ada', XDG_DATA_HOME: 'relative' },
      configFile: '/etc/ada/dagwright/config.yaml',
      dagsDir: '/etc/ada/dagwright/dags',
      baseConfig: '/etc/ada/dagwright/base.yaml',
      dataDir: '/home/ada/.local/share/dagwright/data',
      logDir: '/home/ada/.local/share/dagwright/logs',
    },
    {
      on: { platform: 'darwin', homedir: '/Users/ada' },
      env: {},
      configFile: '/Users/ada/Library/Application Support/Dagwright/config.yaml',
      dagsDir: '/Users/ada/Library/Application Support/Dagwright/dags',
      baseConfig: '/Users/ada/Library/Application Support/Dagwright/base.yaml',
      dataDir: '/Users/ada/Library/Application Support/Dagwright/data',
      logDir: '/Users/ada/Library/Application Support/Dagwright/logs',
    },
    {
      on: { platform: 'win32', homedir: 'C:\\Users\\ada' },
      env: { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' },
      configFile: 'C:\\Users\\ada\\AppData\\Roaming\\Dagwright\\config.yaml',
      dagsDir: 'C:\\Users\\ada\\AppData\\Roaming\\Dagwright\\dags',
      baseConfig: 'C:\\Users\\ada\\AppData\\Roaming\\Dagwright\\base.yaml',
      dataDir: 'C:\\Users\\ada\\AppData\\Local\\Dagwright\\data',
      logDir: 'C:\\Users\\ada\\AppData\\Local\\Dagwright\\logs',
    },
    {
      on: { platform: 'linux', homedir: '/home/ada' },
      env: { SVC_HOME: '~/flow' },
      configFile: '/home/ada/flow/config.yaml',
      dagsDir: '/home/ada/flow/dags',
      baseConfig: '/home/ada/flow/base.yaml',
      dataDir: '/home/ada/flow/data',
      logDir: '/home/ada/flow/logs',
    },
  ] as const)('are those of $on.platform with $env', ({ on, env, ...paths }) => {
    expect(loadConfig({ env, on: { ...on, cwd } }).paths).toEqual(paths);
  });

  it('follow the flag rather than SVC_HOME', () => {
    const { paths } = loadConfig({ env: { SVC_HOME: '/a' }, home: '/b' });

    expect(paths.dagsDir).toBe('/b/dags');
  });
});
