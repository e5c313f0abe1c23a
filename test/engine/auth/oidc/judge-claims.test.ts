import { describe, expect, it } from 'vitest';
import { username } from '../../../../engine/contract/auth.ts';
import {
  checkEmail,
  nameOf,
  roleOf,
  type Claims,
} from '../../../../engine/auth/oidc/judge-claims.ts';

const claims = (more: object): Claims => ({ iss: 'https://idp.test', sub: 'x-1', ...more });

describe('an email address', () => {
  const allowed = { allowedDomains: ['here.test'], whitelist: ['Guest@else.test'] };
  const judge = (more: object) => () => checkEmail(claims(more), allowed);

  it.each([
    { email: 'Ann@HERE.test', email_verified: true },
    { email: 'ann@here.test', email_verified: 'true' },
    { email: 'guest@else.test', email_verified: true },
  ])('may log in: %o', (more) => {
    expect(judge(more)).not.toThrow();
  });

  it.each([
    {},
    { email: '', email_verified: true },
    { email: 'here.test', email_verified: true },
    { email: ['ann@here.test'], email_verified: true },
    { email: 'ann@sub.here.test', email_verified: true },
    { email: 'ann@here.test.evil', email_verified: true },
    { email: 'ann@here.test@evil.test', email_verified: true },
    { email: 'other@else.test', email_verified: true },
    { email: 'ann@here.test' },
    { email: 'ann@here.test', email_verified: null },
    { email: 'ann@here.test', email_verified: false },
    { email: 'ann@here.test', email_verified: 'false' },
    { email: 'guest@else.test', email_verified: false },
  ])('may not log in: %o', (more) => {
    expect(judge(more)).toThrow('is not allowed to log in');
  });

  it('is not asked for where all may log in', () => {
    const all = { allowedDomains: [], whitelist: [] };

    expect(() => checkEmail(claims({ email_verified: false }), all)).not.toThrow();
  });
});

describe('a role', () => {
  const settings = {
    groupsClaim: 'teams',
    groupMappings: { dev: 'manager', ops: 'operator', boss: 'admin' },
    defaultRole: 'viewer',
    strict: false,
  } as const;

  it.each([
    [['ops', 'dev'], 'manager'],
    [['dev', 'boss', 'ops'], 'admin'],
    ['ops', 'operator'],
    [['OPS', 'ops,dev'], 'viewer'],
    [[{ ops: 'ops' }, 7], 'viewer'],
    [undefined, 'viewer'],
    [['constructor', '__proto__'], 'viewer'],
  ])('of the groups %o is %s', (teams, role) => {
    expect(roleOf(claims({ teams }), settings)).toBe(role);
  });

  it('is refused to somebody of no group where one is asked for', () => {
    expect(() => roleOf(claims({ groups: ['dev'] }), { ...settings, strict: true })).toThrow(
      'groups',
    );
  });
});

describe('a user name', () => {
  it.each([
    [{ preferred_username: 'ann' }, 'ann'],
    [{ preferred_username: 'Ann Lee:x', email: 'ann@here.test' }, 'Ann-Lee-x'],
    [{ preferred_username: '  ', email: 'ann@here.test' }, 'ann@here.test'],
    [{ preferred_username: 7 }, 'x-1'],
    [{ sub: ' \u0000 ' }, 'user'],
  ])('of %o is %s', (more, name) => {
    expect(nameOf(claims(more))).toBe(name);
  });

  it('is whole where it is as long as most addresses', () => {
    const email = 'christopher.henderson@department.example';

    expect(nameOf(claims({ email }))).toBe(email);
  });

  it('is cut between two letters', () => {
    const name = nameOf(claims({ preferred_username: `x${'\u{1F600}'.repeat(100)}` }));

    expect(username.safeParse(name).success).toBe(true);
    expect(name.isWellFormed()).toBe(true);
  });

  it('leaves room for a number, however long it was', () => {
    const name = nameOf(claims({ preferred_username: '\u{1F600}'.repeat(100) }));

    expect(username.safeParse(`${name}-1000000`).success).toBe(true);
  });
});
