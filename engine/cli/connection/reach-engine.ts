import type { Config } from '../config/config.ts';
import type { EngineClient } from '../contract/client.ts';
import { EngineError } from '../contract/errors.ts';
import { createHttpClient } from '../contract/http-client.ts';
import { routes } from '../contract/routes.ts';
import { rootCause } from '../lib/root-cause.ts';
import { readEndpoint, type Endpoint } from '../platform/endpoint-file.ts';
import type { Cli } from './cli.ts';
import { CliError } from './cli-error.ts';
import { socketFetch } from './socket-fetch.ts';

/** An engine in a process of its own. */
export interface Reached {
  readonly client: EngineClient;
  /** Where it runs; null for one that an address named. */
  readonly endpoint: Endpoint | null;
}

/** The engine that the command line names, else the one that serves the home; null where none does. */
export async function reachEngine(cli: Cli, { paths }: Config): Promise<Reached | null> {
  const { url, token } = cli.address();
  if (url !== null) return { client: clientOf(cli, { baseUrl: url, token }), endpoint: null };
  const endpoint = await readEndpoint(paths.dataDir);
  if (endpoint === null) return null;
  // Whoever gives a token wants to be asked as whom it belongs to, and the socket knows the owner alone.
  const way =
    endpoint.socket === null || token !== null
      ? { baseUrl: endpoint.url, token }
      : {
          baseUrl: `http://localhost${basePathOf(endpoint)}`,
          fetch: socketFetch(endpoint.socket),
          token: null,
        };
  return { client: clientOf(cli, { ...way, lacksSocket: endpoint.socket === null }), endpoint };
}

/** The socket answers below the same path as the address does. */
function basePathOf({ url }: Endpoint): string {
  return new URL(url).pathname.replace(/\/$/, '');
}

interface Way {
  readonly baseUrl: string;
  readonly token: string | null;
  readonly fetch?: typeof fetch;
  /** It leads to the engine of the home, which has no socket for its owner. */
  readonly lacksSocket?: boolean;
}

function clientOf(cli: Cli, way: Way): EngineClient {
  const { baseUrl, token, lacksSocket = false, fetch: send = fetch } = way;
  const client = createHttpClient({
    baseUrl,
    // Another server must not get the token.
    fetch: (target, init) => send(target, { ...init, redirect: 'error' }),
    // Where it is always none, no headers are made anew for it.
    ...(token === null ? {} : { token: () => token }),
    wait: cli.clock.after,
  });
  return {
    ...client,
    call: async (name, input) => {
      try {
        return await client.call(name, input);
      } catch (error) {
        const isPublic = routes[name].access === 'public';
        throw withHint(error, { token, isPublic, lacksSocket });
      }
    },
  };
}

interface Asked {
  readonly token: string | null;
  /** Whether anybody may ask for it. */
  readonly isPublic: boolean;
  readonly lacksSocket: boolean;
}

const noSocket =
  'This engine has no owner socket (`owner_socket`), so commands require a token while it runs.\n';

/** What to do about an engine that does not let us in or cannot be reached. */
function withHint(error: unknown, { token, isPublic, lacksSocket }: Asked): unknown {
  if (!(error instanceof EngineError)) return error;
  // What is public is refused for other credentials than ours, such as the token of a webhook.
  if (error.code === 'unauthorized' && !isPublic) {
    const hint =
      token === null
        ? `${lacksSocket ? noSocket : ''}Set SVC_TOKEN to an API key or a login token.`
        : 'The token from SVC_TOKEN or --token is invalid, expired or revoked.';
    return new CliError(error.message, { hint });
  }
  // Only what never reached an engine has a cause.
  if (error.code !== 'service_unavailable' || error.cause === undefined) return error;
  return new CliError(error.message, { hint: reasonOf(rootCause(error.cause)) });
}

function reasonOf(cause: string): string {
  const trust = /self-signed|verify|issuer/.test(cause)
    ? '\nTo trust a certificate, set NODE_EXTRA_CA_CERTS to its file.'
    : '';
  return `Reason: ${cause.replace(/\.$/, '')}.${trust}`;
}
