import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newPassword, roles, username } from '#contract/auth.ts';
import { operations } from '#contract/operations.ts';
import { signatureHeaders, type SignatureForm } from '#contract/webhook.ts';
import { judgeSignature } from '../../../engine/auth/webhook-signatures.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { findSections, sections } from '../../../renderer/features/settings/sections.ts';
import { formatRefusal } from '../../../renderer/lib/format-refusal.ts';
import { formatRule } from '../../../renderer/lib/format-rule.ts';
import { webhookCurl } from '../../../renderer/lib/webhook-curl.ts';

describe('searching the settings', () => {
  it('finds sections by name, by what they are about, and by key', () => {
    const ids = (text: string) => findSections(text).map(({ section }) => section.id);

    expect(ids('')).toEqual(sections.map(({ id }) => id));
    expect(ids('WEBHOOKS')).toEqual(['webhooks']);
    expect(ids('curl')).toEqual(['webhooks']);
    expect(findSections('retention')).toEqual([
      { section: sections.find(({ id }) => id === 'audit'), keys: ['audit.retention_days'] },
    ]);
    expect(ids('nothing like it')).toEqual([]);
  });
});

describe('the request of a webhook', () => {
  const secret = 'a secret of the sender';
  /** Runs the lines with a curl that prints its arguments. */
  const run = (signature: SignatureForm): readonly string[] => {
    const call = { baseUrl: 'http://127.0.0.1:8080', fileName: 'nightly.report', signature };
    const lines = webhookCurl({ ...call, ...(signature === 'none' ? { token: '$TOKEN' } : {}) });
    const script = `curl() { printf '%s\\n' "$@"; }\n${lines}`;
    const env = { ...process.env, SECRET: secret, TOKEN: 'svc_wh_x' };
    return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).trim().split('\n');
  };
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
  const header = (lines: readonly string[], name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';

  it('goes to the DAG with its token', () => {
    const lines = run('none');

    expect(lines).toContain('http://127.0.0.1:8080/api/v1/webhooks/nightly.report');
    expect(header(lines, 'Authorization')).toBe('Bearer svc_wh_x');
    expect(JSON.parse(lines.at(-1) ?? '')).toHaveProperty('payload');
  });

  it('is signed as GitHub does', () => {
    const lines = run('github');

    expect(header(lines, 'X-Hub-Signature-256')).toBe(`sha256=${sign(lines.at(-1) ?? '')}`);
  });

  it.each(['github', 'gitlab', 'slack', 'stripe', 'hmac'] as const)(
    'is one that the engine takes, without a token: %s',
    (form) => {
      const lines = run(form);
      const body = Buffer.from(lines.at(-1) ?? '');
      const headers = Object.fromEntries(
        Object.entries(signatureHeaders).map(([field, name]) => [
          field,
          lines.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2),
        ]),
      );

      const verdict = judgeSignature(form, secret, { body, headers, at: systemClock.now() });

      expect(verdict).toHaveProperty('once');
      expect(header(lines, 'Authorization')).toBe('');
    },
  );

  it('is signed as Stripe does, with the time', () => {
    const lines = run('stripe');

    const [, time = '', signature] =
      /^t=(\d+),v1=(\w+)$/.exec(header(lines, 'Stripe-Signature')) ?? [];
    expect(signature).toBe(sign(`${time}.${lines.at(-1)}`));
  });
});

describe('what one may not do', () => {
  it('is said with the role that it needs', () => {
    const words = (role: (typeof roles)[number]) =>
      formatRefusal(role, operations['dags.start'].access);

    expect(words('operator')).toBeUndefined();
    expect(words('viewer')).toBe('Requires the role operator or higher. Your role is viewer.');
    expect(formatRefusal('manager', 'admin')).toBe(
      'Requires the role admin. Your role is manager.',
    );
    expect(roles.map((role) => formatRefusal(role, 'public'))).toEqual(roles.map(() => undefined));
  });
});

describe('a rule of the contract that is broken', () => {
  it('is said as a sentence', () => {
    expect(formatRule(username, 'ada', 'The name')).toBeUndefined();
    expect(formatRule(username, 'a b', 'The name')).toBe(
      'The name must have 1 to 64 characters, without spaces or colons.',
    );
    expect(formatRule(newPassword, 'short', 'The password')).toMatch(
      /^Password does not meet.*\.$/,
    );
    expect(formatRule(newPassword, 'ä'.repeat(40), 'The password')).toBe(
      'The password must have at most 72 bytes.',
    );
  });
});
