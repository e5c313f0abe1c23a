import git from 'isomorphic-git';
import type { ReadCommitResult } from 'isomorphic-git';
import type { FileCommit, GitCommit, LogPage } from './git.ts';
import type { Store } from './store.ts';
import { blobAt } from './trees.ts';

/**
 * Commits that changed a file, newest first. Of a merge that took the file as one of its parents has it, only that parent's
 * history counts, as `git log -- path` does by default.
 */
async function* changesOf(store: Store, head: string, path: string): AsyncGenerator<FileCommit> {
  const waiting: ReadCommitResult[] = [await read(store, head)];
  const seen = new Set([head]);
  const add = async (oids: readonly string[]): Promise<void> => {
    for (const oid of oids.filter((each) => !seen.has(each))) {
      seen.add(oid);
      waiting.push(await read(store, oid));
    }
  };
  for (;;) {
    waiting.sort((a, b) => b.commit.committer.timestamp - a.commit.committer.timestamp);
    const next = waiting.shift();
    if (next === undefined) return;
    const blob = await blobAt(store, next.oid, path);
    const same = await parentWith(store, next.commit.parent, { path, blob });
    if (same !== undefined) {
      await add([same]);
      continue;
    }
    // The first commit of all changed nothing where it has no such file.
    if (next.commit.parent.length > 0 || blob !== null) yield { ...toCommit(next), blob };
    await add(next.commit.parent);
  }
}

async function parentWith(
  store: Store,
  parents: readonly string[],
  { path, blob }: { readonly path: string; readonly blob: string | null },
): Promise<string | undefined> {
  for (const parent of parents) {
    if ((await blobAt(store, parent, path)) === blob) return parent;
  }
  return undefined;
}

const read = (store: Store, oid: string): Promise<ReadCommitResult> =>
  git.readCommit({ ...store.place, oid });

function toCommit({ oid, commit }: ReadCommitResult): GitCommit {
  const { name, email, timestamp } = commit.author;
  return { oid, author: { name, email }, message: commit.message.trim(), at: timestamp * 1000 };
}

/** The newest commit that changed each file. */
export async function lastChange(
  store: Store,
  head: string,
  paths: readonly string[],
): Promise<Map<string, GitCommit>> {
  const found = new Map<string, GitCommit>();
  for (const path of paths) {
    const newest = await changesOf(store, head, path).next();
    if (newest.done !== true) found.set(path, newest.value);
  }
  return found;
}

/** A page of the commits that changed a path, the newest first; `before`: the last commit of the page before. */
export async function log(
  store: Store,
  head: string,
  { path, limit, before }: LogPage,
): Promise<FileCommit[]> {
  const page: FileCommit[] = [];
  let isReached = before === undefined;
  for await (const commit of changesOf(store, head, path)) {
    if (page.length >= limit) break;
    if (isReached) page.push(commit);
    isReached ||= commit.oid === before;
  }
  return page;
}

/** A commit counts as its own ancestor. */
export async function isAncestor(store: Store, ancestor: string, oid: string): Promise<boolean> {
  if (ancestor === oid) return true;
  return git.isDescendent({ ...store.place, oid, ancestor, depth: -1 });
}
