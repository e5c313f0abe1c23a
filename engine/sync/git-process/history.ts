import type { FileCommit, GitCommit, LogPage } from './git.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import { readCommit, type ReadCommit } from './commit-object.ts';
import type { Store } from './store.ts';
import { blobAt } from './trees.ts';

/** Commits between two turns of the loop. */
const TURN = 100;

/**
 * Commits that changed a file, newest first, as far back as the limit goes. Of a merge that took the file as one of its
 * parents has it, only that parent's history counts, as `git log -- path` does by default.
 */
async function* changesOf(store: Store, head: string, path: string): AsyncGenerator<FileCommit> {
  for await (const { commit, add } of commitsFrom(store, head)) {
    const blob = blobAt(store, commit.oid, path);
    const same = commit.parents.find((parent) => blobAt(store, parent, path) === blob);
    if (same !== undefined) {
      add([same]);
      continue;
    }
    // The first commit of all changed nothing where it has no such file.
    if (commit.parents.length > 0 || blob !== null) yield { ...toCommit(commit), blob };
    add(commit.parents);
  }
}

interface Step {
  readonly commit: ReadCommit;
  /** Has the walk go on with these. */
  readonly add: (parents: readonly string[]) => void;
}

/** Commits from a head on, the newest of those that are known first. */
async function* commitsFrom(store: Store, head: string): AsyncGenerator<Step> {
  const waiting = [readCommit(store, head)];
  const seen = new Set([head]);
  const add = (oids: readonly string[]): void => {
    for (const oid of oids.filter((each) => !seen.has(each))) {
      seen.add(oid);
      const commit = readCommit(store, oid);
      const place = waiting.findLastIndex((each) => each.committedAt >= commit.committedAt);
      waiting.splice(place + 1, 0, commit);
    }
  };
  for (let looked = 0; looked < store.limits.commits; looked++) {
    if (looked % TURN === TURN - 1) await nextTurn();
    const commit = waiting.shift();
    if (commit === undefined) return;
    yield { commit, add };
  }
}

function toCommit({ oid, author, message, at }: ReadCommit): GitCommit {
  return { oid, author, message, at };
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
  for await (const { commit, add } of commitsFrom(store, oid)) {
    if (commit.oid === ancestor) return true;
    add(commit.parents);
  }
  return false;
}
