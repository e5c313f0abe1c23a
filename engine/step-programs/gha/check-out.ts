import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { readTreeObject, type TreeEntry } from '../../lib/git/tree-object.ts';
import { walkTree } from '../../lib/git/walk-tree.ts';
import { nextTurn } from '../../lib/next-turn.ts';
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
    const part = isCommit(ref) ? {} : { ref, depth: 1, singleBranch: true };
    await git.clone({ ...clone, ...part, noCheckout: true });
    await refuseLarge(dir, isCommit(ref) ? ref : await git.resolveRef({ fs, dir, ref: 'HEAD' }));
    await git.checkout({ fs, dir, ref });
  } catch (error) {
    const why = error instanceof OtherOrigin ? elsewhere(error) : rootCause(error);
    throw new Error(`cannot check out ${whole}@${ref}: ${why}`, { cause: error });
  }
  return dir;
}

/** More than any action has. One tree may stand in many places, and then a small repository fills every disk. */
const limits = { entries: 100_000, pathBytes: 32 * 1024 * 1024, depth: 64 };

/** @throws Error for what would be too much when it is checked out. */
async function refuseLarge(dir: string, oid: string): Promise<void> {
  const cache = {};
  const { commit } = await git.readCommit({ fs, dir, oid, cache });
  const entriesOf = async (tree: string): Promise<readonly TreeEntry[]> => {
    const { object } = await git.readObject({ fs, dir, oid: tree, format: 'content', cache });
    // What has no other format.
    return readTreeObject(Buffer.from(object as Uint8Array));
  };
  const { unseen } = await walkTree(commit.tree, { limits, entriesOf, turn: nextTurn });
  const [first] = unseen;
  if (first === undefined) return;
  const what = first.why === 'deep' ? 'folders in one another' : 'files and folders';
  throw new Error(`it has more ${what} than an action may have`);
}

function elsewhere({ message }: OtherOrigin): string {
  return `${message}; if the action is there, name it with that address`;
}

function isCommit(ref: string): boolean {
  return /^[0-9a-f]{40}$/.test(ref);
}
