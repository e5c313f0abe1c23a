import { spawn } from 'node:child_process';
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';

interface Served {
  /** The program. */
  readonly git: string;
  /** The folder of the repositories. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
}

interface Question {
  readonly request: { readonly method?: string | undefined; readonly headers: IncomingHttpHeaders };
  readonly url: URL;
  readonly input: AsyncIterable<Uint8Array>;
}

/** What git's own program answers to a request over HTTP (git-http-backend(1)). */
export async function gitBackend({ git, root, env }: Served, { request, url, input }: Question) {
  const { method, headers: asked } = request;
  const child = spawn(git, ['http-backend'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      ...env,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'someone',
      REMOTE_ADDR: '127.0.0.1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: method,
      CONTENT_TYPE: asked['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: String(asked['content-encoding'] ?? ''),
      GIT_PROTOCOL: String(asked['git-protocol'] ?? ''),
    },
  });
  // It may have its answer before it has read the question.
  pipeline(input, child.stdin).catch(() => undefined);
  const all = Buffer.concat(await child.stdout.toArray());
  const end = all.indexOf('\r\n\r\n');
  const lines = all.subarray(0, end).toString().split('\r\n');
  const fields = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]);
  const { Status: status = '200', ...headers } = Object.fromEntries(fields);
  return { status: Number.parseInt(status, 10), headers, body: all.subarray(end + 4) };
}
