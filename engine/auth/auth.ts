import type { Config } from '../config/config.ts';
import type { Authenticate, FollowRights } from '../contract/authenticate.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { RecentCache } from '../lib/recent-cache.ts';
import type { Database } from '../storage/database.ts';
import { followRights } from '../storage/rights-changes.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import { createApiKeys, type ApiKeys } from './api-keys.ts';
import { createAuthenticate } from './authenticate.ts';
import type { EngineSecret } from './engine-secret.ts';
import { makeFirstAdmin } from './first-admin.ts';
import { createLoginLimits, type LoginLimits } from './login-limits.ts';
import { inLine } from './passwords.ts';
import { createSessions, type Sessions } from './sessions.ts';

export interface AuthOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly db: Database;
  readonly writes: WriteQueue;
  readonly verifiedKeys: RecentCache<Buffer>;
  readonly engineSecret: EngineSecret;
}

/** Who may come in, and as whom. */
export interface Auth {
  readonly authenticate: Authenticate;
  readonly followRights: FollowRights;
  readonly sessions: Sessions;
  readonly apiKeys: ApiKeys;
  readonly limits: LoginLimits;
  /**
   * What builtin mode needs before the first call: its first administrator and, where others than the owner may call, its
   * secret. Throws StartError.
   */
  readonly prepare: (engine: { readonly isService: boolean }) => Promise<void>;
}

/** The secret of sessions is read when it is first needed, which may ask the keychain. */
export function createAuth(options: AuthOptions): Auth {
  const { config, clock, db, writes, verifiedKeys, engineSecret } = options;
  const given = config.auth.token.secret;
  const own = given === null ? null : Buffer.from(given);
  // Another one than before ends all sessions.
  const secret = async (): Promise<Uint8Array> => own ?? engineSecret.get();
  const sessions = createSessions({ secret, ttlMs: config.auth.token.ttlMs, clock });
  const apiKeys = createApiKeys({ db, writes, clock, verified: verifiedKeys });
  const limits = createLoginLimits({ config, clock, inLine });
  return {
    authenticate: createAuthenticate({ config, db, sessions, apiKeys, limits }),
    followRights: (changed) => followRights(db, changed),
    sessions,
    apiKeys,
    limits,
    prepare: async ({ isService }) => {
      if (config.auth.mode === 'none') return;
      if (isService && own === null) await engineSecret.prepare();
      await makeFirstAdmin(options);
    },
  };
}
