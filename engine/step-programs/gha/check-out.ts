import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { OtherOrigin } from '../../lib/redirect.ts';
import { rootCause } from '../../lib/root-cause.ts';
import { gitHttp as http } from './git-http.ts';
import type { Job } from './job.ts';
import type { RemoteAction } from './reference.ts';

/** Checks a repository out for this step, and returns the folder. @throws Error that names it and its ref. */
export async function checkOut(job: Job, { url, repository, ref }: RemoteAction): Promise<string> {
  const { GITHUB_SERVER_URL: server = '', GITHUB_TOKEN: token = '' } = job.env;
  const whole = url ?? `${server}/${repository}`;
  const dir = join(job.folder, `action-${randomUUID()}`);
  // The token is for the server that it belongs to, and for no other.
  const isServer = server !== '' && whole.startsWith(`${server}/`);
  const login = { username: 'x-access-token', password: token };
  const onAuth = () => (isServer && token !== '' ? login : { cancel: true });
  const clone = { fs, http, dir, url: `${whole}.git`.replace(/\.git\.git$/, '.git'), onAuth };
  try {
    // Of a commit nobody can ask for that alone: all is fetched.
    const part = isCommit(ref) ? { noCheckout: true } : { ref, depth: 1, singleBranch: true };
    await git.clone({ ...clone, ...part });
    if (isCommit(ref)) await git.checkout({ fs, dir, ref });
  } catch (error) {
    const why = error instanceof OtherOrigin ? elsewhere(error) : rootCause(error);
    throw new Error(`cannot check out ${whole}@${ref}: ${why}`, { cause: error });
  }
  return dir;
}

function elsewhere({ message }: OtherOrigin): string {
  return `${message}; if the action is there, name it with that address`;
}

function isCommit(ref: string): boolean {
  return /^[0-9a-f]{40}$/.test(ref);
}
