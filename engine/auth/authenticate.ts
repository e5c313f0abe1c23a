import type { Config } from '../config/config.ts';
import { lowerRole } from '../contract/access.ts';
import type { Authenticate } from '../contract/authenticate.ts';
import { EngineError } from '../contract/errors.ts';
import { localOwner, nobody, socketOwner, type Caller } from '../contract/operations.ts';
import { BASIC_MAKER } from '../storage/api-keys.ts';
import type { Database } from '../storage/database.ts';
import { userById } from '../storage/users.ts';
import { notValid, type ApiKeys } from './api-keys.ts';
import type { Attempt, LoginLimits } from './login-limits.ts';
import { isSameText } from './passwords.ts';
import { sessionOver, type Sessions } from './sessions.ts';
import { API_KEY_START, WEBHOOK_TOKEN_START } from './token-texts.ts';

export interface AuthenticateOptions {
  readonly config: Pick<Config, 'auth'>;
  readonly db: Database;
  readonly sessions: Sessions;
  readonly apiKeys: ApiKeys;
  readonly limits: LoginLimits;
}

/** Finds out who calls. What a user or key may is read from its row, at each call. */
export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const { config } = options;
  return async ({ authorization, origin, isProxied = false }) => {
    if (origin === 'socket') return socketOwner;
    if (config.auth.mode === 'none') {
      if (isProxied) throw strangeProxy();
      return { ...localOwner, origin };
    }
    if (authorization === undefined) return { ...nobody, origin };
    const { scheme, value } = partsOf(authorization);
    if (scheme === 'bearer' && value !== '') return bearer(options, value, origin);
    if (scheme === 'basic') return basic(options, value, { origin, isProxied });
    // A variable without a value leaves only `Bearer`, which is no session that has ended.
    throw new EngineError(
      'unauthorized',
      'The Authorization header must be `Bearer` and a token or an API key.',
    );
  };
}

/** Without users, whoever is at this machine is the owner. Nobody knows who stands behind a proxy. */
function strangeProxy(): EngineError {
  return new EngineError(
    'forbidden',
    'This request came through a proxy, and without users this engine serves its own machine only. Let the proxy forward ' +
      'the Host header, and add that host to `allowed_hosts`, or set `auth.mode: builtin`.',
  );
}

function partsOf(authorization: string): { readonly scheme: string; readonly value: string } {
  const text = authorization.trim();
  const end = text.indexOf(' ');
  if (end < 0) return { scheme: text.toLowerCase(), value: '' };
  return { scheme: text.slice(0, end).toLowerCase(), value: text.slice(end).trim() };
}

async function bearer(
  { config, db, sessions, apiKeys }: AuthenticateOptions,
  token: string,
  origin: string,
): Promise<Caller> {
  if (token.startsWith(WEBHOOK_TOKEN_START)) {
    throw new EngineError('unauthorized', 'A webhook token is valid for its webhook only.');
  }
  if (token.startsWith(API_KEY_START)) {
    const { name, role: own, makerRole, createdBy } = await apiKeys.find(token);
    // Whoever may less than before, or nothing any more, must not keep the rest by a key.
    if (createdBy === BASIC_MAKER && config.auth.basic === null) throw notValid();
    const role = lowerRole(own, makerRole ?? own);
    return { name, role, kind: 'api_key', userId: createdBy, origin };
  }
  const { userId, generation, expiresAt } = await sessions.verify(token);
  const user = userById(db, userId);
  const counts = user?.isDisabled === 0 && user.sessionGeneration === generation;
  if (!counts) throw sessionOver();
  return { name: user.username, role: user.role, kind: 'user', userId, origin, expiresAt };
}

function basic(
  { config, limits }: AuthenticateOptions,
  encoded: string,
  place: Pick<Attempt, 'origin' | 'isProxied'>,
): Caller {
  const { basic: known } = config.auth;
  if (known === null) {
    throw new EngineError(
      'unauthorized',
      'Basic authentication is disabled: `auth.basic.enabled` is false.',
    );
  }
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  const username = text.slice(0, Math.max(colon, 0));
  const attempt = { username, ...place };
  limits.check(attempt);
  const isName = isSameText(username, known.username);
  const isPassword = isSameText(text.slice(colon + 1), known.password);
  const isRight = colon >= 0 && isName && isPassword;
  limits.note(attempt, isRight);
  if (!isRight) throw new EngineError('unauthorized', 'Invalid username or password');
  return { name: username, role: 'admin', kind: 'basic', userId: '', origin: place.origin };
}
