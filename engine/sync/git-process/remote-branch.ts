import git from 'isomorphic-git';
import { GitError, type Remote, type SyncProgress } from './git.ts';
import type { Store } from './store.ts';
import type { Transport } from './transport.ts';

export interface Way {
  readonly remote: Remote;
  readonly transport: Transport;
}

/** The branch as the library names it. @throws GitError `address` for a name that no branch can have. */
export function branchRef({ branch }: Pick<Remote, 'branch'>): string {
  // git-check-ref-format(1)
  const isBad =
    branch === '' ||
    branch === '@' ||
    /^[/.-]|[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|[/.]$/.test(branch);
  if (isBad) throw new GitError('address', `"${branch}" is not the name of a branch.`);
  return `refs/heads/${branch}`;
}

/** Where the branch is on the remote; null where there is none. */
export async function remoteHead({ remote, transport }: Way): Promise<string | null> {
  const { url, http } = transport;
  const ref = branchRef(remote);
  const refs = await git.listServerRefs({ http, url, protocolVersion: 1 });
  return refs.find((each) => each.ref === ref)?.oid ?? null;
}

/** Brings the branch here. What is here already is not sent again. */
export async function fetchBranch(
  store: Store,
  way: Way,
  progress: (progress: SyncProgress) => void,
): Promise<string | null> {
  const head = await remoteHead(way);
  if (head === null) return null;
  const ref = branchRef(way.remote);
  if ((await ownHead(store, ref)) === head) return head;
  const { url, http } = way.transport;
  await git.fetch({
    ...store.place,
    http,
    url,
    ref: way.remote.branch,
    remoteRef: ref,
    remote: 'origin',
    singleBranch: true,
    tags: false,
    onProgress: ({ phase, loaded, total }) =>
      progress({ phase, done: loaded, total: total || null }),
  });
  await git.readCommit({ ...store.place, oid: head });
  await git.writeRef({ ...store.place, ref, value: head, force: true });
  return head;
}

/** What was fetched last, and so is here with all below it. */
async function ownHead(store: Store, ref: string): Promise<string | null> {
  try {
    return await git.resolveRef({ ...store.place, ref });
  } catch (error) {
    if ((error as { code?: string }).code === 'NotFoundError') return null;
    throw error;
  }
}
