import type { Config } from '../../config/config.ts';
import type { EngineClient } from '../../contract/client.ts';
import { EngineError } from '../../contract/errors.ts';
import { createHttpClient } from '../../contract/http-client.ts';
import { routes } from '../../contract/routes.ts';
import { rootCause } from '../../lib/root-cause.ts';
import { readEndpoint, type Endpoint } from '../../platform/endpoint-file.ts';
import type { Cli } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { commandEngine, type CommandWay } from '../../server/ask-command.ts';
import { lostEngine, type EngineLost } from '../../server/engine-lost.ts';
import type { Link } from './link.ts';
import { socketFetch } from '../../server/socket-fetch.ts';

/** An engine in a process of its own. */
export interface Reached extends Pick<Link, 'client' | 'resume'> {
  readonly engine: 'service' | 'command';
  /** Where it runs; null for one that an address named. */
  readonly endpoint: Endpoint | null;
  /** Calls back when events of a command's engine cease: it has ended, or is about to. */
  readonly onLost: (listener: () => void) => void;
}

/** The engine that the command line names, else the one that serves the home; null where none does. */
export async function reachEngine(
  cli: Cli,
  { paths: { dataDir } }: Config,
): Promise<Reached | null> {
  const { url, token } = cli.address();
  if (url !== null) {
    const client = clientOf(cli, { baseUrl: url, token });
    return { client, endpoint: null, ...asService };
  }
  const endpoint = await readEndpoint(dataDir);
  if (endpoint === null) return null;
  const { socket, isService } = endpoint;
  const way = { dataDir, endpoint };
  return !isService && socket !== null
    ? { ...byCommand(cli, { ...way, socket }), endpoint }
    : { client: clientAt(cli, way, token), endpoint, ...asService };
}

/** It goes on by itself with all that it has. */
const asService = {
  engine: 'service',
  resume: () => Promise.resolve(),
  onLost: () => undefined,
} as const;

/** The engine of another command answers its owner alone, as one in process would. */
function byCommand(cli: Cli, way: CommandWay): Omit<Reached, 'endpoint'> {
  const { call, resume } = commandEngine(way);
  let lost = (): void => undefined;
  const { subscribe } = createHttpClient({
    baseUrl: 'http://localhost',
    fetch: socketFetch(way.socket),
    wait: cli.clock.after,
    onConnection: (state) => void (state === 'lost' && lost()),
  });
  const onLost = (listener: () => void): void => void (lost = listener);
  return { engine: 'command', client: { call, subscribe }, resume, onLost };
}

function clientAt(
  cli: Cli,
  { dataDir, endpoint }: Omit<CommandWay, 'socket'>,
  token: string | null,
): EngineClient {
  // Whoever gives a token wants to be asked as whom it belongs to, and the socket knows the owner alone.
  const way =
    endpoint.socket === null || token !== null
      ? { baseUrl: endpoint.url, token }
      : {
          baseUrl: `http://localhost${basePathOf(endpoint)}`,
          fetch: socketFetch(endpoint.socket),
          token: null,
          isOwner: true,
          lost: (cause: unknown) => lostEngine(dataDir, endpoint, cause),
        };
  return clientOf(cli, { ...way, lacksSocket: endpoint.socket === null });
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
  /** Whoever asks is its owner, who needs no token: another one would not help. */
  readonly isOwner?: boolean;
  /** What is wrong when it did not answer; where left out, it cannot be reached. */
  readonly lost?: (cause: unknown) => EngineLost;
}

function clientOf(cli: Cli, way: Way): EngineClient {
  const { baseUrl, token, lacksSocket = false, isOwner = false, lost, fetch: send } = way;
  const client = createHttpClient({
    baseUrl,
    ...(send && { fetch: send }),
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
        const needsNone = isOwner || routes[name].access === 'public';
        throw withHint(error, { token, needsNone, lacksSocket, lost });
      }
    },
  };
}

interface Asked extends Pick<Way, 'token'> {
  readonly lacksSocket: boolean;
  readonly lost: Way['lost'];
  /** Whether it is answered without a token. */
  readonly needsNone: boolean;
}

const noSocket =
  'This engine has no owner socket (`owner_socket`), so commands require a token while it runs.\n';

/** What to do about an engine that does not let us in or cannot be reached. */
function withHint(error: unknown, asked: Asked): unknown {
  const { token, needsNone, lacksSocket, lost } = asked;
  if (!(error instanceof EngineError)) return error;
  // Then it is refused for something else, such as the token of a webhook, or because there are no users.
  if (error.code === 'unauthorized' && !needsNone) {
    const hint =
      token === null
        ? `${lacksSocket ? noSocket : ''}Set SVC_TOKEN to an API key or a login token.`
        : 'The token from SVC_TOKEN or --token is invalid, expired or revoked.';
    return new CliError(error.message, { hint });
  }
  // Only what never reached an engine has a cause.
  if (error.code !== 'service_unavailable' || error.cause === undefined) return error;
  if (lost !== undefined) return lost(error.cause);
  return new CliError(error.message, { hint: reasonOf(rootCause(error.cause)) });
}

function reasonOf(cause: string): string {
  const trust = /self-signed|verify|issuer/.test(cause)
    ? '\nTo trust a certificate, set NODE_EXTRA_CA_CERTS to its file.'
    : '';
  return `Reason: ${cause.replace(/\.$/, '')}.${trust}`;
}
