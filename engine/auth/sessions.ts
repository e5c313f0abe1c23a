import { z } from 'zod';
import type { Session } from '../contract/auth.ts';
import { EngineError } from '../contract/errors.ts';
import { isoTime, type Clock } from '../lib/clock.ts';
import { RecentCache } from '../lib/recent-cache.ts';
import type { UserRow } from '../storage/users.ts';
import { digestOf } from './passwords.ts';
import { presentUser } from './present-user.ts';

export interface SessionOptions {
  readonly secret: () => Promise<Uint8Array>;
  readonly ttlMs: number;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
}

/** What a token says that can be trusted; whether it still counts is up to the row of the user. */
export interface SessionClaims {
  readonly userId: string;
  readonly generation: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Tokens of those who logged in: JWTs, signed with HS256 and nothing else. */
export interface Sessions {
  /** A token for a user as its row is now. */
  readonly issue: (user: UserRow) => Promise<Session>;
  /** Throws `unauthorized` for any token that is not one of ours, or is over. */
  readonly verify: (token: string) => Promise<SessionClaims>;
}

const ALGORITHM = 'HS256';
const PARTY = 'dagwright';
const MAX_VERIFIED = 500;
const MINUTES_15_MS = 900_000;

const claims = z.object({ sub: z.string(), gen: z.int(), exp: z.number() });

/** Sessions are signed tokens, none of which is stored. `ttlMs`: how long one is good. */
export function createSessions({ secret, ttlMs, clock }: SessionOptions): Sessions {
  // A signature is checked in another thread, which at busy times takes longer than the request itself.
  const verified = new RecentCache<SessionClaims>({
    mostEntries: MAX_VERIFIED,
    mostWeight: MAX_VERIFIED,
    weigh: () => 1,
    ttlMs: MINUTES_15_MS,
    clock,
  });

  async function issue(user: UserRow): Promise<Session> {
    const { SignJWT } = await loadJose();
    const issued = Math.floor(clock.now() / 1000);
    // At least a second: the times of a token are whole ones.
    const expires = issued + Math.max(1, Math.floor(ttlMs / 1000));
    const { id, username, role, sessionGeneration } = user;
    const token = await new SignJWT({ uid: id, username, role, gen: sessionGeneration })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setSubject(id)
      .setIssuer(PARTY)
      .setAudience(PARTY)
      .setIssuedAt(issued)
      .setExpirationTime(expires)
      .sign(await secret());
    return { token, expiresAt: isoTime(expires * 1000), user: presentUser(user) };
  }

  async function verify(token: string): Promise<SessionClaims> {
    const digest = digestOf(token).toString('base64');
    const known = verified.get(digest);
    if (known !== undefined && clock.now() < known.expiresAt) return known;
    // Where it cannot be had, that says nothing of the token.
    const key = await secret();
    try {
      const fresh = await checked(token, key, clock.now());
      verified.set(digest, fresh);
      return fresh;
    } catch (cause) {
      // Which of its checks a token failed is of use to those alone who make up tokens.
      throw sessionOver(cause);
    }
  }

  return { issue, verify };
}

/** What a token says; throws for any that is not ours or is over. */
async function checked(token: string, secret: Uint8Array, now: number): Promise<SessionClaims> {
  const { jwtVerify } = await loadJose();
  const { payload } = await jwtVerify(token, secret, {
    algorithms: [ALGORITHM],
    issuer: PARTY,
    audience: PARTY,
    requiredClaims: ['iat'],
    currentDate: new Date(now),
  });
  const { sub, gen, exp } = claims.parse(payload);
  return { userId: sub, generation: gen, expiresAt: exp * 1000 };
}

/** The answer to a token that is none or counts no more. */
export function sessionOver(cause?: unknown): EngineError {
  return new EngineError('unauthorized', 'The session is invalid or has expired. Log in again.', {
    cause,
  });
}

// Loaded when first needed: an engine without users never needs it.
async function loadJose() {
  return import('jose');
}
