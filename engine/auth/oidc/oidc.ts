import type { Configuration } from 'openid-client';
import type { OidcSettings } from '../../config/config.ts';
import { LOGIN_CALLBACK_PATH } from '../../contract/page-address.ts';
import { atMost } from '../../lib/at-most.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { RecentCache } from '../../lib/recent-cache.ts';
import { tooManyLogins } from '../passwords.ts';
import { begin, exchange, unknownLogin, type Login } from './code-flow.ts';
import type { Claims } from './judge-claims.ts';
import { createProvider } from './provider.ts';
import { refusalOf, unusable } from './provider-errors.ts';

export interface OidcOptions {
  readonly settings: OidcSettings;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly log: Logger;
}

/** What came back with the browser. */
export interface ProviderAnswer {
  readonly code: string;
  readonly state: string;
  readonly iss?: string | undefined;
}

/** Login at an identity provider: authorization code with PKCE (RFC 7636), state and nonce. */
export interface Oidc {
  /** Where to send the browser, and what has to come back with it. Throws `service_unavailable`. */
  readonly start: () => Promise<{ readonly url: string; readonly state: string }>;
  /**
   * What the provider says about whoever logged in. Throws `unauthorized` for an answer that belongs to no login or is not
   * right, `service_unavailable` while the provider cannot be asked, `rate_limited` when too many wait for it.
   */
  readonly finish: (answer: ProviderAnswer) => Promise<Claims>;
}

const LOGIN_MS = 600_000;
/** Whoever begins more logins than these, all at once, ends the oldest of them. */
const MAX_LOGINS = 10_000;

/** @throws StartError as `createProvider`. */
export function createOidc({ settings, clock, log }: OidcOptions): Oidc {
  const provider = createProvider(settings, clock);
  const logins = new RecentCache<Login>({
    mostEntries: MAX_LOGINS,
    mostWeight: MAX_LOGINS,
    weigh: () => 1,
    ttlMs: LOGIN_MS,
    clock,
  });
  const asking = atMost({ running: 10, waiting: 100, refuse: tooManyLogins });
  const callback = new URL(`${settings.clientUrl}${LOGIN_CALLBACK_PATH}`);

  async function told<T>(ask: (provider: Configuration) => Promise<T>): Promise<T> {
    const known = await provider.get().catch((error: unknown) => {
      throw unusable(error, log);
    });
    try {
      return await ask(known);
    } catch (error) {
      const refusal = refusalOf(error, log);
      if (refusal.code === 'service_unavailable') provider.forget();
      throw refusal;
    }
  }

  return {
    start: () =>
      told(async (known) => {
        const { url, state, login } = await begin(known, settings, callback);
        logins.set(state, login);
        return { url, state };
      }),
    finish: async (answer) => {
      const login = logins.get(answer.state);
      // Whatever comes of it, an answer counts once.
      logins.delete(answer.state);
      if (login === undefined) throw unknownLogin();
      const address = new URL(callback);
      for (const [name, value = ''] of Object.entries(answer)) {
        if (value !== '') address.searchParams.set(name, value);
      }
      return asking(() =>
        told((known) => exchange(known, { address, login, state: answer.state })),
      );
    },
  };
}
