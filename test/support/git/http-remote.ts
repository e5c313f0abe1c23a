import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { dirname, basename } from 'node:path';
import { onTestFinished } from 'vitest';
import { gitBackend } from '../../../scripts/samples/git-backend.ts';
import { realProgram } from '../../../scripts/test/counterparts.ts';
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
  /** The line is lost before the work, within the question, within the answer, or after the work in place of the answer. */
  readonly cut?: 'before' | 'asking' | 'middle' | 'after';
  /** How much comes through before it is lost within something: a half, unless this says so, from 0 to 1. */
  readonly part?: number;
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
  /** Where a path went; undefined: it is where it was. */
  redirect: (path: string) => string | undefined;
  /** What was asked for so far, with its `Authorization`. */
  readonly seen: { readonly kind: RequestKind; readonly authorization: string | undefined }[];
  /** Nobody answers until `plug`. */
  readonly unplug: () => Promise<void>;
  readonly plug: () => Promise<void>;
  /** Resolves when nobody is connected any more, and nothing is under way. */
  readonly left: () => Promise<void>;
}

/** A repository behind `git http-backend`, which a token opens. */
export async function aHttpRemote(folder: string, branch = 'main'): Promise<HttpRemote> {
  const repository = await aBareRepository(folder, branch);
  const sockets = new Set<Socket>();
  const work = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const { socket } = request;
    const served = serve(remote, request, response).catch(() => void socket.destroy());
    work.add(served);
    void served.then(() => work.delete(served));
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
  const left = async (): Promise<void> => {
    while (sockets.size > 0) {
      const ends = [...sockets].map((each) => new Promise((resolve) => each.on('close', resolve)));
      await Promise.all(ends);
    }
    await Promise.all(work);
  };
  await plug();
  onTestFinished(unplug);
  const remote: HttpRemote = {
    repository,
    url: `http://127.0.0.1:${port}/${basename(folder)}`,
    token: 'right-token',
    trouble: () => undefined,
    redirect: () => undefined,
    seen: [],
    unplug,
    plug,
    left,
  };
  return remote;
}

async function serve(
  remote: HttpRemote,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A request that was read in part has none any more.
  const { socket } = request;
  const url = new URL(request.url ?? '', remote.url);
  const { authorization } = request.headers;
  const pair = Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
  if (pair.split(':')[1] !== remote.token) {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('Who are you?\n');
    return;
  }
  const location = remote.redirect(`${url.pathname}${url.search}`);
  if (location !== undefined) return void response.writeHead(302, { location }).end();
  const kind = kindOf(url);
  remote.seen.push({ kind, authorization });
  const { status, redirect, body, cut, part = 0.5, wait } = remote.trouble(kind) ?? {};
  await wait;
  if (redirect !== undefined) return void response.writeHead(302, { location: redirect }).end();
  if (status !== undefined) return void response.writeHead(status).end('No.\n');
  if (body !== undefined)
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(body);
  if (cut === 'before') return void socket.destroy();
  if (cut === 'asking') {
    await backend(remote, url, request, firstOf(request, part));
    return void socket.destroy();
  }
  const answer = await backend(remote, url, request, request);
  if (cut === 'after') return void socket.destroy();
  if (cut === 'middle') {
    response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
    const first = answer.body.subarray(0, answer.body.length * part);
    response.write(first, () => socket.destroy());
    return;
  }
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

function kindOf(url: URL): RequestKind {
  const isPush = `${url.pathname}${url.search}`.includes('receive-pack');
  if (url.pathname.endsWith('/info/refs')) return isPush ? 'push-refs' : 'refs';
  return isPush ? 'push' : 'pack';
}

/** What of a question comes through. */
async function* firstOf(request: IncomingMessage, part: number): AsyncGenerator<Uint8Array> {
  let left = Math.floor(Number(request.headers['content-length'] ?? 0) * part);
  for await (const each of request as AsyncIterable<Buffer>) {
    if (each.length >= left) return yield each.subarray(0, left);
    left -= each.length;
    yield each;
  }
}

function backend(
  { repository }: HttpRemote,
  url: URL,
  request: IncomingMessage,
  input: AsyncIterable<Uint8Array>,
) {
  const env = gitEnvironment();
  const root = dirname(repository.folder);
  return gitBackend({ git: realProgram('git'), root, env }, { request, url, input });
}
