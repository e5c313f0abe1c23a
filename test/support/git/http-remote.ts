import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { dirname, basename } from 'node:path';
import { onTestFinished } from 'vitest';
import { realProgram } from '../real.ts';
import { aBareRepository, type BareRepository } from './bare-repository.ts';
import { gitEnvironment } from './git.ts';

/** What a request is for: `refs` and `pack` of a reader, `push-refs` and `push` of a writer. */
export type RequestKind = 'refs' | 'pack' | 'push-refs' | 'push';

/** What is done to a request in place of the usual answer. */
export interface Trouble {
  readonly status?: number;
  readonly redirect?: string;
  /** An answer that is none. */
  readonly body?: string;
  /** The line is lost before the work, in the middle of the answer, or after the work in place of the answer. */
  readonly cut?: 'before' | 'middle' | 'after';
  /** The work waits for it. */
  readonly wait?: Promise<unknown>;
}

export interface HttpRemote {
  readonly repository: BareRepository;
  readonly url: string;
  /** The token that is asked for; anybody may change it. */
  token: string;
  /** Decides what happens to requests. */
  trouble: (kind: RequestKind) => Trouble | undefined;
  /** What was asked for so far, with its `Authorization`. */
  readonly seen: { readonly kind: RequestKind; readonly authorization: string | undefined }[];
  /** Nobody answers until `plug`. */
  readonly unplug: () => Promise<void>;
  readonly plug: () => Promise<void>;
}

/** A repository behind `git http-backend`, which a token opens. */
export async function aHttpRemote(folder: string, branch = 'main'): Promise<HttpRemote> {
  const repository = await aBareRepository(folder, branch);
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    serve(remote, request, response).catch(() => request.socket.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  let port = 0;
  const plug = async (): Promise<void> => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  };
  const unplug = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await plug();
  onTestFinished(unplug);
  const remote: HttpRemote = {
    repository,
    url: `http://127.0.0.1:${port}/${basename(folder)}`,
    token: 'right-token',
    trouble: () => undefined,
    seen: [],
    unplug,
    plug,
  };
  return remote;
}

async function serve(
  remote: HttpRemote,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '', remote.url);
  const { authorization } = request.headers;
  const pair = Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
  if (pair.split(':')[1] !== remote.token) {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('Who are you?\n');
    return;
  }
  const kind = kindOf(url);
  remote.seen.push({ kind, authorization });
  const { status, redirect, body, cut, wait } = remote.trouble(kind) ?? {};
  await wait;
  if (redirect !== undefined) return void response.writeHead(302, { location: redirect }).end();
  if (status !== undefined) return void response.writeHead(status).end('No.\n');
  if (body !== undefined)
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(body);
  if (cut === 'before') return void request.socket.destroy();
  const answer = await backend(remote, url, request);
  if (cut === 'after') return void request.socket.destroy();
  if (cut === 'middle') {
    response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
    response.write(answer.body.subarray(0, answer.body.length / 2), () => request.socket.destroy());
    return;
  }
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

function kindOf(url: URL): RequestKind {
  const isPush = `${url.pathname}${url.search}`.includes('receive-pack');
  if (url.pathname.endsWith('/info/refs')) return isPush ? 'push-refs' : 'refs';
  return isPush ? 'push' : 'pack';
}

/** What git's own program answers (git-http-backend(1)). */
async function backend({ repository }: HttpRemote, url: URL, request: IncomingMessage) {
  const child = spawn(realProgram('git'), ['http-backend'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      ...gitEnvironment(),
      GIT_PROJECT_ROOT: dirname(repository.folder),
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'someone',
      REMOTE_ADDR: '127.0.0.1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  });
  child.stdin.on('error', () => undefined);
  request.pipe(child.stdin);
  const all = Buffer.concat(await child.stdout.toArray());
  const end = all.indexOf('\r\n\r\n');
  const lines = all.subarray(0, end).toString().split('\r\n');
  const fields = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]);
  const { Status: status = '200', ...headers } = Object.fromEntries(fields);
  return { status: Number.parseInt(status, 10), headers, body: all.subarray(end + 4) };
}
