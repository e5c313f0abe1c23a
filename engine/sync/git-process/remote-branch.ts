import git from 'isomorphic-git';
import type { Way } from './ask-service.ts';
import { readCommit } from './commit-object.ts';
import { fetchPack } from './fetch-pack.ts';
import { GitError, type Branches, type Remote, type SyncProgress } from './git.ts';
import type { Store } from './store.ts';

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

/** What the remote says before anything is asked. */
export interface BranchThere {
  /** Where the branch is; null where there is none. */
  readonly head: string | null;
  readonly can: (capability: string) => boolean;
}

/** Asks the remote where its branch is and what it can do. Nothing is fetched. */
export async function lookAtBranch(
  { remote, transport }: Way,
  { forPush = false } = {},
): Promise<BranchThere> {
  const { url, http } = transport;
  const ref = branchRef(remote);
  const there = await git.getRemoteInfo2({ http, url, forPush, protocolVersion: 1 });
  const head = there.refs?.find((each) => each.ref === ref)?.oid ?? null;
  return { head, can: (capability) => capability in there.capabilities };
}

const HEADS = 'refs/heads/';
/** What most repositories call it, where the remote does not say. */
const usualNames = ['main', 'master'];

/** The branches of the remote. Nothing is fetched. */
export async function lookAtBranches({ transport }: Way): Promise<Branches> {
  const { url, http } = transport;
  const refs = await git.listServerRefs({ http, url, symrefs: true, protocolVersion: 1 });
  return branchesOf(refs);
}

/** The branches among all that a remote names. */
export function branchesOf(
  refs: readonly { readonly ref: string; readonly target?: string | undefined }[],
): Branches {
  const names = refs.flatMap(({ ref }) => (ref.startsWith(HEADS) ? ref.slice(HEADS.length) : []));
  const said = refs.find(({ ref }) => ref === 'HEAD')?.target?.slice(HEADS.length);
  const found = [said, ...usualNames].find((name) => name !== undefined && names.includes(name));
  return { names, defaultName: found ?? names[0] ?? null };
}

/** Brings the branch here. What is here already is not sent again. Null: the remote has no such branch. */
export async function fetchBranch(
  store: Store,
  way: Way,
  progress: (progress: SyncProgress) => void,
): Promise<string | null> {
  const { head, can } = await lookAtBranch(way);
  if (head === null) return null;
  const ref = branchRef(way.remote);
  const known = await ownHead(store, ref);
  if (known === head) return head;
  if (!can('side-band-64k')) {
    throw new GitError('failed', 'The remote has a version of Git that is too old.');
  }
  await fetchPack(store, way, { commit: head, known, progress });
  store.objects.close();
  readCommit(store, head);
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
