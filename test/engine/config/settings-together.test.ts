import { describe, expect, it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../../engine/config/load-config.ts';
import { temporaryFolder } from '../../support/home.ts';

function problemsOf(yaml: string, env: Readonly<Record<string, string>> = {}): string {
  const home = temporaryFolder('config');
  writeFileSync(join(home, 'config.yaml'), yaml);
  try {
    loadConfig({ home, env });
    return '';
  } catch (error) {
    return String((error as Error).message)
      .replaceAll(`${home}/`, '')
      .replace('Invalid setting: ', '');
  }
}

describe('settings that need each other', () => {
  it.each(['0.0.0.0', '192.168.1.5', '::', '127.0.0.2'])(
    'refuse to serve the network at %s without authentication',
    (host) => {
      const says = `\`host\` ${host} gives other machines access, which requires \`auth.mode: builtin\``;

      expect(problemsOf(`\nhost: '${host}'`)).toBe(`config.yaml:2:1: ${says}`);
      expect(problemsOf('', { SVC_HOST: host })).toBe(`SVC_HOST: ${says}`);
      expect(problemsOf('auth: {mode: builtin}', { SVC_HOST: host })).toBe('');
    },
  );

  it.each([
    {
      file: 'auth:\n  basic: {enabled: true, username: a, password: b}',
      says: 'config.yaml:2:11: `auth.basic.enabled` needs `auth.mode: builtin`',
    },
    {
      file: 'auth:\n  mode: builtin\n  basic: {enabled: true, username: a}',
      says: 'config.yaml:3:11: `auth.basic.enabled` needs `auth.basic.password`',
    },
    {
      file: 'auth: {mode: builtin, builtin: {oidc: {enabled: true, client_id: a}}}',
      says: 'config.yaml:1:40: `auth.builtin.oidc.enabled` needs `auth.builtin.oidc.issuer` and `auth.builtin.oidc.client_url`',
    },
    {
      file: 'auth: {mode: builtin, basic: {username: a, password: b}}',
      says: 'config.yaml:1:31: `auth.basic.username` needs `auth.basic.enabled`',
    },
    {
      file: 'auth: {basic: {username: "  "}}',
      says: 'config.yaml:1:16: `auth.basic.username` must not be blank, got `  `',
    },
    {
      file: 'tunnel:\n  provider: tailscale',
      says: 'config.yaml:2:3: `tunnel.provider` needs `tunnel.enabled`',
    },
    {
      file: 'tls: {key_file: a.pem}',
      says: 'config.yaml:1:7: `tls.key_file` needs `tls.cert_file`',
    },
    {
      file: 'tunnel: {enabled: true}',
      says: 'config.yaml:1:10: `tunnel.enabled` needs `auth.mode: builtin`',
    },
  ])('refuse $file', ({ file, says }) => {
    expect(problemsOf(file)).toBe(says);
  });

  it('are right beside a switch that is off', () => {
    expect(problemsOf('auth: {basic: {enabled: false, username: a, password: b}}')).toBe('');
  });

  it('are told by the variable that asks for the other', () => {
    expect(problemsOf('', { SVC_AUTH_ADMIN_USERNAME: 'ada' })).toBe(
      'SVC_AUTH_ADMIN_USERNAME: `auth.builtin.admin.username` needs `auth.builtin.admin.password`',
    );
  });
});

describe('secrets that are wrong', () => {
  const secret = 'not-to-be-seen';

  it.each([
    { file: `auth: {builtin: {token: {secret: ${secret}}}}` },
    { file: `auth: {builtin: {admin: {username: a, password: [${secret}]}}}` },
    { file: `remote_nodes: [{name: a, api_base_url: '${secret}', auth_type: ${secret}}]` },
    { file: `remote_nodes: ${secret}` },
    { file: `remote_nodes: [{name: a, api_base_url: 'https://u:${secret}@h'}]` },
    { file: `auth: {builtin: {oidc: {issuer: 'https://u:${secret}@h'}}}` },
    { file: '', env: { SVC_REMOTE_NODES: `[{"auth_token": "${secret}"}]` } },
    { file: '', env: { SVC_AUTH_BASIC_PASSWORD: '', SVC_AUTH_TOKEN_SECRET: secret } },
  ])('are in no message: $file $env', ({ file, env = {} }) => {
    const says = problemsOf(file, env);

    expect(says).toMatch(/must|needs/);
    expect(says).not.toContain(secret);
  });
});
