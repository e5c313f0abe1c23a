import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configKeyNames, configKeys, entryOf } from '../../../engine/config/config-keys.ts';
import { asLive, loadLiveConfig } from '../../../engine/config/live-config.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';

function liveIn(yaml: string, env: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder('live');
  const write = (text: string) => writeFileSync(join(home, 'config.yaml'), text);
  write(yaml);
  return { ...loadLiveConfig({ home, env }), write };
}

describe('live settings', () => {
  it.each([
    ['queues: {enabled: false}', 'queues.enabled', false],
    ['queues: {config: [{name: a}]}', 'queues.config', [{ name: 'a', maxConcurrency: 1 }]],
    ['permissions: {run_dags: false}', 'permissions.runDags', false],
    ['audit: {retention_days: 2}', 'audit.retentionDays', 2],
    ['rate_limiting: {window: 7}', 'rateLimiting.windowMs', 7000],
    ['metrics: public', 'metrics', 'public'],
    ['allowed_hosts: [a.example]', 'allowedHosts', ['a.example']],
    ['debug: true', 'debug', true],
    ['monitoring: {retention: 1h}', 'monitoring.retentionMs', 3_600_000],
    ['remote_nodes: [{name: a, api_base_url: http://a}]', 'remoteNodes[0].name', 'a'],
  ])('follow %s', (yaml, field, value) => {
    const { config, reload, write } = liveIn('');
    write(yaml);
    expect(config).not.toHaveProperty(field, value);

    const { changed, needRestart } = reload();

    expect(config).toHaveProperty(field, value);
    expect({ changed: changed.length, needRestart }).toEqual({ changed: 1, needRestart: [] });
  });

  it('keep the others, and name those that need a restart', () => {
    const { config, reload, write } = liveIn('port: 81');
    write('port: 82\nmonitoring: {interval: 9s}\nauth: {mode: builtin}');

    const { needRestart } = reload();

    expect(config).toMatchObject({ port: 81, monitoring: { intervalMs: 5000 } });
    expect(config.auth.mode).toBe('none');
    expect(needRestart.toSorted()).toEqual(['auth', 'monitoring', 'port']);
  });

  it('stay as they are when the file is wrong', () => {
    const { config, reload, write } = liveIn('metrics: public');
    write('metrics: public\nqueues: {enabled: perhaps}');

    expect(reload).toThrow(/config.yaml:2:10: `queues.enabled` must be true or false/);

    expect(config.metrics).toBe('public');
    expect(config.queues.enabled).toBe(true);
  });

  it('are still beaten by the environment', () => {
    const { config, reload, write } = liveIn('', { SVC_SERVER_METRICS: 'public' });
    write('metrics: private');

    reload();

    expect(config.metrics).toBe('public');
  });

  it('keep a host that was let in, until it is not any more', () => {
    const { config, reload, allowHost, write } = liveIn('allowed_hosts: [a.example]');

    const end = allowHost('tunnel.example');
    write('allowed_hosts: [b.example]');
    reload();
    const during = config.allowedHosts;
    end();

    expect(during).toEqual(['b.example', 'tunnel.example']);
    expect(config.allowedHosts).toEqual(['b.example']);
  });

  it('can be made of settings that are given, and then keep what no file says', () => {
    const given = temporaryConfig({ port: 99, timezone: 'Asia/Tokyo' });
    const { config, reload } = asLive({ config: given }, {});
    writeFileSync(given.paths.configFile, 'port: 1\ndebug: true');

    const { needRestart } = reload();

    expect(config).toMatchObject({ port: 99, timezone: 'Asia/Tokyo', debug: true });
    expect(needRestart).toEqual([]);
  });

  it('look for the zone of the machine when somebody asks for it', () => {
    let asked = 0;
    const given = temporaryConfig();
    const zone = { get: () => `Etc/GMT${(asked += 1)}`, enumerable: true };
    const { config } = asLive({ config: Object.defineProperty(given, 'timezone', zone) }, {});

    expect(asked).toBe(0);
    expect(config.timezone).toBe('Etc/GMT1');
  });

  it('know whether the zone is that of the machine', () => {
    expect(liveIn('').config.isMachineZone).toBe(true);
    expect(liveIn('tz: Europe/Berlin').config.isMachineZone).toBe(false);
    expect(liveIn('', { TZ: 'Europe/Berlin' }).config.isMachineZone).toBe(false);
  });

  it('follow the file that they name, whatever it is called', () => {
    const given = temporaryConfig();
    const configFile = join(dirname(given.paths.configFile), 'other.yaml');
    const { config, reload } = asLive(
      { config: { ...given, paths: { ...given.paths, configFile } } },
      {},
    );
    writeFileSync(configFile, 'debug: true');

    reload();

    expect(config.debug).toBe(true);
  });

  it('are those that the reference says', () => {
    const { config } = liveIn('');
    const getters = Object.entries(Object.getOwnPropertyDescriptors(config))
      .filter(([, { get }]) => get !== undefined)
      .map(([name]) => name)
      // Asked late, but once.
      .filter((name) => !name.startsWith('timezone'));
    const groups = configKeyNames
      .filter((key) => entryOf(key).isLive)
      .map((key) => key.split('.')[0] ?? key)
      .map((group) => group.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));

    expect(new Set(groups)).toEqual(new Set(getters));
    expect(Object.keys(configKeys)).toContain('monitoring.interval');
  });
});
