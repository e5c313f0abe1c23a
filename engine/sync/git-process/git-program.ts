/**
 * The program beside the engine that works with Git: it holds a repository in memory while it works, and all of it goes with
 * its end. It does one thing at a time, and ends with whoever started it.
 */
import { rm } from 'node:fs/promises';
import git from 'isomorphic-git';
import type { Way } from './ask-service.ts';
import {
  GitError,
  type BranchMove,
  type Git,
  type NewCommit,
  type Remote,
  type SyncProgress,
} from './git.ts';
import { isAncestor, lastChange, log } from './history.ts';
import type { GitAnswer, GitCall, GitRequest } from './messages.ts';
import { mergePacks } from './merge-packs.ts';
import { pushBranch } from './push-branch.ts';
import { fetchBranch, lookAtBranch, lookAtBranches } from './remote-branch.ts';
import { openStore, type Store } from './store.ts';
import { testConnection } from './test-connection.ts';
import { toGitError, withoutSecrets } from './to-git-error.ts';
import { openTransport } from './transport.ts';
import { changedTree, listTree, treeAt, writeTree } from './trees.ts';

type Inputs<Call extends GitCall> = Parameters<Git[Call]>;
type Done<Call extends GitCall> = Awaited<ReturnType<Git[Call]>>;

const calls: {
  readonly [Call in GitCall]: (work: Work, ...inputs: Inputs<Call>) => Promise<Done<Call>>;
} = {
  fetch: async (work, remote) => ({ head: await fetchWhole(work, remote) }),
  branches: (_work, remote) => onTheWay(remote, lookAtBranches),
  list: async ({ store }, commit, folder) => {
    const own = await store();
    const tree = treeAt(own, commit, folder);
    return tree === null ? { entries: [], unseen: [] } : listTree(own, tree);
  },
  read: async ({ store }, oids, maxBytes) => readBlobs(await store(), oids, maxBytes),
  commit: async ({ store }, commit) => writeCommit(await store(), commit),
  push: async ({ store }, remote, move) => {
    const own = await store();
    try {
      return await onTheWay(remote, (way) => pushBranch(own, way, move));
    } catch (error) {
      if (await hasMoved(remote, move, error)) return 'moved';
      throw error;
    }
  },
  lastChange: async ({ store }, commit, paths) => lastChange(await store(), commit, paths),
  log: async ({ store }, commit, page) => log(await store(), commit, page),
  isAncestor: async ({ store }, ancestor, commit) => isAncestor(await store(), ancestor, commit),
  test: (_work, remote) => testConnection(remote, toGitError),
};

interface Work {
  readonly folder: string;
  /** The repository as it is; after it was removed, a new one. */
  readonly store: () => Promise<Store>;
  readonly progress: (progress: SyncProgress) => void;
}

let opened: { readonly folder: string; readonly store: Promise<Store> } | undefined;

function openOnce(folder: string): Promise<Store> {
  if (opened?.folder !== folder) opened = { folder, store: openStore(folder) };
  return opened.store;
}

async function remove(folder: string): Promise<void> {
  (await opened?.store.catch(() => undefined))?.objects.close();
  opened = undefined;
  await rm(folder, { recursive: true, force: true });
}

/** What is here may be damaged, or of a repository that was elsewhere: then everything is fetched anew. */
async function fetchWhole(
  { folder, store, progress }: Work,
  remote: Remote,
): Promise<string | null> {
  return onTheWay(remote, async (way) => {
    try {
      return await fetchNews(await store(), way, progress);
    } catch (error) {
      if (toGitError(error).reason !== 'damaged') throw error;
      await remove(folder);
    }
    return onTheWay(remote, async (again) => fetchNews(await store(), again, progress));
  });
}

async function fetchNews(
  store: Store,
  way: Way,
  progress: Work['progress'],
): Promise<string | null> {
  const head = await fetchBranch(store, way, progress);
  await mergePacks(store);
  return head;
}

/** Whether somebody else's push, at the same moment, is why ours was refused. */
async function hasMoved(remote: Remote, move: BranchMove, error: unknown): Promise<boolean> {
  if (!(error instanceof GitError) || error.reason !== 'refused') return false;
  const { head } = await onTheWay(remote, (way) => lookAtBranch(way));
  return head !== move.expected && head !== move.commit;
}

async function onTheWay<T>(remote: Remote, work: (way: Way) => Promise<T>): Promise<T> {
  const transport = openTransport(remote);
  try {
    return await work({ remote, transport });
  } finally {
    transport.close();
  }
}

function readBlobs(
  store: Store,
  oids: readonly string[],
  maxBytes: number,
): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  let left = store.limits.readBytes;
  for (const oid of oids) {
    const size = store.objects.sizeOf(oid);
    if (size > maxBytes || size > left) continue;
    found.set(oid, store.objects.read(oid).bytes);
    left -= size;
  }
  return found;
}

async function writeCommit(store: Store, commit: NewCommit): Promise<string> {
  const { parent, changes, message, author, at } = commit;
  const before = parent === null ? null : treeAt(store, parent, '');
  const tree = changedTree(store, before, changes) ?? writeTree(store, []);
  const by = { ...author, timestamp: Math.floor(at / 1000), timezoneOffset: 0 };
  const parents = parent === null ? [] : [parent];
  return git.writeCommit({
    ...store.place,
    commit: { tree, parent: parents, author: by, committer: by, message: `${message.trim()}\n` },
  });
}

async function answer({ call, folder, inputs }: GitRequest): Promise<GitAnswer> {
  const work: Work = {
    folder,
    store: () => openOnce(folder),
    progress: told(),
  };
  try {
    // Inputs come with the call that they are for.
    const done = calls[call] as (work: Work, ...rest: readonly unknown[]) => Promise<unknown>;
    return { kind: 'done', value: await done(work, ...inputs) };
  } catch (error) {
    const { reason, message } = toGitError(error);
    if (reason === 'damaged') await remove(folder);
    return { kind: 'failed', reason, message: withoutSecrets(message, secretsOf(inputs[0])) };
  }
}

/** A remote can say how far it is as often as it likes; whoever waits is told of each hundredth once. */
const MAX_TOLD = 1000;

function told(): Work['progress'] {
  const marks = new Set<string>();
  return (progress) => {
    const { phase, done, total } = progress;
    const mark = `${phase} ${Math.floor((100 * done) / (total ?? done + 1))}`;
    if (marks.has(mark) || marks.size >= MAX_TOLD) return;
    marks.add(mark);
    send({ kind: 'progress', progress });
  };
}

function secretsOf(input: unknown): readonly (string | null)[] {
  const auth = (input as Partial<Remote> | undefined)?.auth;
  if (auth?.type === 'token') return [auth.token];
  return auth?.type === 'ssh' ? [auth.passphrase] : [];
}

function send(message: GitAnswer): void {
  // A channel that is gone has nobody at its end, and ends this program.
  process.send?.(message, () => undefined);
}

process.on('message', (request: GitRequest) => void answer(request).then(send));
process.on('disconnect', () => process.exit());
// A socket of SSH that dies after its work is done; what was under way has failed by itself.
process.on('uncaughtException', (error) => {
  send({ kind: 'failed', reason: 'failed', message: `Git failed: ${error.message}` });
  process.exit(1);
});
