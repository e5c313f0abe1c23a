import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gitBackend } from '../../samples/git-backend.ts';

const run = promisify(execFile);

const env = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Robin'],
      [`GIT_${who}_EMAIL`, 'robin@example.org'],
    ]),
  ),
};

/** A repository that is served over HTTP, and a working copy of it as the git of the system has one. */
export interface GitRemote {
  readonly url: string;
  /** A clone with the branch `main`. */
  readonly copy: string;
  /** Git in the clone. */
  readonly git: (...args: readonly string[]) => Promise<unknown>;
  readonly commitAll: () => Promise<void>;
  readonly close: () => void;
}

export async function openGitRemote(scratch: string): Promise<GitRemote> {
  const root = mkdtempSync(join(scratch, 'git-'));
  const [bare, copy] = [join(root, 'dags.git'), join(root, 'copy')];
  const gitIn = (cwd: string, args: readonly string[]) => run('git', args, { cwd, env });
  mkdirSync(bare);
  await gitIn(bare, ['init', '-q', '--bare', '--initial-branch=main']);
  await gitIn(bare, ['config', 'http.receivepack', 'true']);
  // A server packs what it has at night. One that packs it for each clone would be what is measured.
  await gitIn(bare, ['config', 'receive.unpackLimit', '1']);
  const server = createServer((request, response) => {
    serve(root, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dags.git`;
  await gitIn(root, ['clone', '-q', url, copy]);
  const git = (...args: readonly string[]) => gitIn(copy, args);
  await git('checkout', '-q', '-B', 'main');
  const commitAll = async () => {
    await git('add', '-A');
    await git('commit', '-q', '-m', 'Work of Robin');
    await git('push', '-q', 'origin', 'main');
  };
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url, copy, git, commitAll, close };
}

async function serve(
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '', 'http://localhost');
  const answer = await gitBackend({ git: 'git', root, env }, { request, url, input: request });
  response.writeHead(answer.status, answer.headers).end(answer.body);
}
