import { describe, expect, it } from 'vitest';
import { newUser } from '../../../engine/auth/new-user.ts';
import { createSessions } from '../../../engine/auth/sessions.ts';
import { manualClock } from '../api/manual-clock.ts';

const START = Date.parse('2026-05-01T12:00:00.500Z');
const user = {
  ...newUser({ username: 'ann', role: 'operator', now: START }),
  sessionGeneration: 7,
};

function sessionsAt(secret = 'one secret') {
  const clock = manualClock();
  clock.advance(START);
  const ttlMs = 3_600_000;
  return {
    clock,
    sessions: createSessions({ secret: async () => Buffer.from(secret), ttlMs, clock }),
  };
}

const claimsOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('sessions', () => {
  it('are tokens that say who the user is and how long they last', async () => {
    const { sessions } = sessionsAt();

    const session = await sessions.issue(user);

    expect(session).toMatchObject({
      expiresAt: '2026-05-01T13:00:00.000Z',
      user: { id: user.id, username: 'ann', role: 'operator', isDisabled: false, lastLoginAt: '' },
    });
    expect(claimsOf(session.token)).toEqual({
      sub: user.id,
      uid: user.id,
      username: 'ann',
      role: 'operator',
      gen: 7,
      iss: 'dagwright',
      aud: 'dagwright',
      iat: START / 1000 - 0.5,
      exp: START / 1000 - 0.5 + 3600,
    });
    expect(JSON.stringify(session)).not.toContain('passwordHash');
  });

  it('are known again until they are over', async () => {
    const { sessions, clock } = sessionsAt();
    const { token } = await sessions.issue(user);

    clock.advance(3_599_000);
    expect(await sessions.verify(token)).toMatchObject({ userId: user.id, generation: 7 });
    clock.advance(1000);

    await expect(sessions.verify(token)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('are over in time for whoever was known a moment ago, and not before', async () => {
    const { sessions, clock } = sessionsAt();
    const { token } = await sessions.issue(user);
    const known = await sessions.verify(token);

    clock.advance(1_000_000);
    expect(await sessions.verify(token)).toEqual(known);
    clock.advance(2_000_000);
    expect(await sessions.verify(token)).toEqual(known);
    clock.advance(599_499);
    expect(await sessions.verify(token)).toEqual(known);
    clock.advance(1);

    await expect(sessions.verify(token)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('end all with another secret', async () => {
    const { token } = await sessionsAt('one secret').sessions.issue(user);

    await expect(sessionsAt('another').sessions.verify(token)).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'The session is invalid or has expired. Log in again.',
    });
  });
});
