import type { ClientAuth, Configuration } from 'openid-client';
import type { OidcSettings } from '../../config/config.ts';
import type { Clock } from '../../lib/clock.ts';
import { StartError } from '../../lib/start-error.ts';

type Settings = Pick<OidcSettings, 'issuer' | 'clientId' | 'clientSecret'>;

/** What is known about the identity provider, which is asked for it when it is first needed. */
export interface Provider {
  /** Rejects while the provider cannot be reached. */
  readonly get: () => Promise<Configuration>;
  /** Asks again next time: what is known may be out of date. */
  readonly forget: () => void;
}

const FRESH_MS = 3_600_000;
const TIMEOUT_SEC = 10;

/** @throws StartError for a provider to which a login would go in plain text over the network. */
export function createProvider(settings: Settings, clock: Pick<Clock, 'elapsed'>): Provider {
  const issuer = new URL(settings.issuer);
  const isPlain = issuer.protocol === 'http:';
  if (isPlain && !isThisMachine(issuer.hostname)) {
    throw new StartError(
      '`auth.builtin.oidc.issuer` must start with https://, unless the provider is on this machine.',
    );
  }
  let known: { readonly asked: Promise<Configuration>; readonly since: number } | null = null;
  const forget = (): void => {
    known = null;
  };
  return {
    get: () => {
      if (known !== null && clock.elapsed() - known.since < FRESH_MS) return known.asked;
      const asked = discover(settings, issuer, { isPlain });
      known = { asked, since: clock.elapsed() };
      // Whoever asked is told; the next one asks again.
      asked.catch(() => {
        if (known?.asked === asked) forget();
      });
      return asked;
    },
    forget,
  };
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

async function discover(
  { clientId, clientSecret }: Settings,
  issuer: URL,
  { isPlain }: { readonly isPlain: boolean },
): Promise<Configuration> {
  const client = await loadClient();
  const provider = await client.discovery(
    issuer,
    clientId,
    undefined,
    clientSecret === '' ? client.None() : secretAuth(client, clientSecret),
    { timeout: TIMEOUT_SEC, execute: isPlain ? [client.allowInsecureRequests] : [] },
  );
  // The library takes the connection to the provider for proof enough; the signature is one more.
  client.enableNonRepudiationChecks(provider);
  return provider;
}

type Client = Awaited<ReturnType<typeof loadClient>>;

/** As the provider would have it; without a word from it, in the header (OpenID Connect Discovery, section 3). */
function secretAuth(client: Client, secret: string): ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const known = server.token_endpoint_auth_methods_supported;
    const takesBasic = known === undefined || known.includes('client_secret_basic');
    return takesBasic ? basic(server, ...rest) : post(server, ...rest);
  };
}

/** Loaded when first needed: most engines never are. */
export async function loadClient() {
  return import('openid-client');
}
