import { SignJWT } from 'jose';
import { startServer } from '../../../engine/server/start-server.ts';
import type { Config } from '../../../engine/config/config.ts';
import type { User } from '../../../engine/contract/auth.ts';
import type { Engine } from '../../../engine/index.ts';
import type { Clock } from '../../../engine/lib/clock.ts';
import { watchAnswers } from '../../support/contract/watch-answers.ts';
import { endProcessesOf, silentLogger, type Complaint } from '../../support/engine.ts';
import { builtinAuth, temporaryConfig } from '../../support/home.ts';

const SECRET = 'a secret of at least thirty-two characters';

/** Builtin mode whose users the test makes itself. */
export const withoutUsers: Config['auth'] = {
  ...builtinAuth,
  admin: null,
  token: { secret: SECRET, store: 'file', ttlMs: 86_400_000 },
};

export interface Asked {
  readonly method?: string;
  /** The whole header `Authorization`. */
  readonly authorization?: string | undefined;
  readonly body?: unknown;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Record<string, unknown>;
}

export interface BuiltinServer {
  readonly engine: Engine;
  readonly config: Config;
  readonly url: string;
  readonly complaints: readonly Complaint[];
  /** A request below `/api/v1`. */
  readonly ask: (path: string, asked?: Asked) => Promise<Answered>;
  readonly stop: () => Promise<void>;
}

/** A server in builtin mode. Who starts it stops it. */
export async function builtinServer(
  overrides: Partial<Config> = {},
  clock?: Clock,
): Promise<BuiltinServer> {
  const config = temporaryConfig({ auth: withoutUsers, ...overrides });
  const complaints: Complaint[] = [];
  const log = silentLogger(complaints);
  const server = await startServer({ config, log, ...(clock === undefined ? {} : { clock }) });
  const { engine, url } = server;
  watchAnswers(url);
  return {
    engine,
    config,
    url,
    complaints,
    ask: (path, asked) => ask(`${url}/api/v1${path}`, asked),
    stop: async () => {
      await server.stop();
      endProcessesOf(config);
    },
  };
}

async function ask(url: string, { method = 'GET', authorization, body }: Asked = {}) {
  const response = await fetch(url, {
    method,
    headers: {
      Accept: 'application/json',
      ...(authorization === undefined ? {} : { Authorization: authorization }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await textOf(response);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const json = (isJson && text !== '' ? JSON.parse(text) : {}) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, json };
}

/** A stream has no end: that it began is all there is to learn. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    return response.text();
  }
  await response.body?.cancel();
  return '';
}

export interface TokenParts {
  readonly generation?: number;
  /** Seconds from now. */
  readonly lasts?: number;
  readonly algorithm?: string;
  readonly secret?: string;
  readonly issuer?: string;
  readonly audience?: string;
}

/** A token such as the engine with `SECRET` makes for a user, or nearly such. */
export function signed(user: Pick<User, 'id' | 'username' | 'role'>, parts: TokenParts = {}) {
  const { generation = 1, lasts = 3600, algorithm = 'HS256', secret = SECRET } = parts;
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ uid: user.id, username: user.username, role: user.role, gen: generation })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(user.id)
    .setIssuer(parts.issuer ?? 'dagwright')
    .setAudience(parts.audience ?? 'dagwright')
    .setIssuedAt(Math.min(now, now + lasts - 60))
    .setExpirationTime(now + lasts)
    .sign(Buffer.from(secret));
}
