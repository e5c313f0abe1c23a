import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../engine/config/load-config.ts';
import { temporaryFolder } from '../../support/home.ts';
import { homeWith } from './dagwright.ts';
import { command } from './in-process.ts';

const token = 'a-secret-of-more-than-32-characters';

function homeOf(yaml: string): string {
  const home = homeWith();
  writeFileSync(join(home, 'config.yaml'), yaml);
  return home;
}

describe('dagwright config show', () => {
  const home = homeOf(
    `port: 81\nauth: {builtin: {token: {secret: ${token}}}}\n` +
      'remote_nodes: [{name: far, api_base_url: http://far, auth_type: token, auth_token: sesame}]\n',
  );

  it('says of every value where it comes from, and of secrets only that they are set', async () => {
    const { stdout, exitCode } = await command(
      ['config', 'show', '--sources', '--format', 'json', '--set', 'cache=low'],
      {
        home,
        env: {
          SVC_HOST: '::1',
          SVC_AUTH_BASIC_PASSWORD: 'sesame',
          SVC_AUTH_BASIC_ENABLED: 'no',
          SVC_AUDIT_RETENTION_DAYS: '30',
        },
      },
    );

    expect(JSON.parse(stdout)).toMatchObject({
      port: { value: 81, source: `${home}/config.yaml:1:1` },
      host: { value: '::1', source: 'SVC_HOST' },
      cache: { value: 'low', source: '--set cache' },
      'auth.basic.enabled': { value: false, source: 'SVC_AUTH_BASIC_ENABLED' },
      'audit.retention_days': { value: 30, source: 'SVC_AUDIT_RETENTION_DAYS' },
      'monitoring.retention': { value: '24h', source: 'default' },
      'paths.dags_dir': { value: `${home}/dags`, source: 'default' },
      'auth.builtin.token.secret': { value: '[set]', source: `${home}/config.yaml:2:26` },
      'auth.basic.password': { value: '[set]', source: 'SVC_AUTH_BASIC_PASSWORD' },
      remote_nodes: { value: [{ name: 'far', auth_type: 'token', auth_token: '[set]' }] },
    });
    expect(stdout).not.toMatch(new RegExp(`${token}|sesame`));
    expect(exitCode).toBe(0);
  });

  it('prints lines that config.yaml takes', async () => {
    const { stdout } = await command(['config', 'show', '--sources'], {
      home: homeOf('port: 81'),
    });
    const other = temporaryFolder('home');
    writeFileSync(join(other, 'config.yaml'), stdout);

    expect(stdout).toMatch(/^port: 81 +# .+config.yaml:1:1$/m);
    expect(loadConfig({ home: other, env: {} })).toMatchObject({ port: 81, tls: null });
  });

  it('shows one group, and says what is meant by one that does not exist', async () => {
    const group = await command(['config', 'show', 'queues'], { home });
    const wrong = await command(['config', 'show', 'queue'], { home });
    const none = await command(['config', 'show', 'nothing'], { home });

    expect(group.stdout).toBe('queues.enabled: true\nqueues.config: []\n');
    expect(wrong.stderr).toContain('Setting queue not found: did you mean `queues`?');
    expect(none.stderr).toBe('error: Setting nothing not found.\nSee: dagwright config keys\n');
    expect(wrong.exitCode).toBe(1);
  });
});

describe('dagwright config check', () => {
  it('says what is wrong and what is probably not meant, and exits 1', async () => {
    const home = homeOf('port: 1\nqueues: {config: [{name: a, max_concurrency: 0}]}');

    const { stderr, exitCode } = await command(['config', 'check'], {
      home,
      env: { SVC_AUTH_MOD: 'builtin' },
    });

    expect(stderr.split('\n')).toEqual([
      `✗ ${home}/config.yaml:2:29: \`queues.config[0].max_concurrency\` must be a whole number of at least 1, got 0`,
      '! SVC_AUTH_MOD is not a setting; did you mean SVC_AUTH_MODE?',
      '',
    ]);
    expect(exitCode).toBe(1);
  });

  it('says so when all is right', async () => {
    const home = homeOf('port: 81');

    const text = await command(['config', 'check'], { home });
    const json = await command(['config', 'check', '--format', 'json'], { home });

    expect(text.stdout).toBe(`✓ The settings in ${home}/config.yaml are valid.\n`);
    expect(JSON.parse(json.stdout)).toEqual({ valid: true, errors: [], warnings: [] });
  });
});

it('dagwright config path prints where the file is, even while it is wrong', async () => {
  const home = homeOf('prot: 81');

  const { stdout } = await command(['config', 'path'], { home });

  expect(stdout).toBe(`${home}/config.yaml\n`);
});

it('dagwright config keys lists variable, option, default and meaning', async () => {
  const { stdout } = await command(['config', 'keys', 'port'], { home: homeWith() });

  expect(stdout).toBe(
    'port  SVC_PORT, --port\n' +
      '    Port for REST and the browser interface; 0 selects a free one.\n' +
      '    0 to 65535; default: 8080\n',
  );
});

it('--set refuses what is no pair or no key, and repeats no value', async () => {
  const { stderr } = await command(
    ['config', 'show', '--set', 'sesame', '--set', 'prot=sesame', '--set', '=sesame'],
    { home: homeWith() },
  );

  expect(
    stderr
      .split('\n  ')
      .slice(1)
      .map((line) => line.trim()),
  ).toEqual([
    '--set: must be KEY=VALUE, such as queues.enabled=false',
    '--set: unknown key `prot`: did you mean `port`?',
    '--set: must be KEY=VALUE, such as queues.enabled=false',
  ]);
});

it('dagwright upgrade says how, and with --check that nothing was asked', async () => {
  const home = homeWith();
  const how = await command(['upgrade', '--format', 'json'], { home });
  const check = await command(['upgrade', '--check'], { home });

  expect(JSON.parse(how.stdout)).toMatchObject({
    installation: expect.stringMatching(/^(git checkout|source archive)$/) as string,
    steps: expect.arrayContaining([expect.stringContaining('npm ci')]) as string[],
  });
  expect(check.stdout).toMatch(/^dagwright .+\nTo see the latest version, look at the releases/);
});
