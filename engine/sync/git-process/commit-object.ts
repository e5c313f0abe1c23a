import type { GitCommit } from './git.ts';
import { notSound } from './packs/inflate.ts';
import type { Store } from './store.ts';

/** What stands in a commit. */
export interface ReadCommit extends GitCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  /** Seconds, as the committer's clock said: by which commits are put in order. */
  readonly committedAt: number;
}

/** Reads a commit, of whose message no more than fits into the limit. */
export function readCommit({ objects, limits }: Store, oid: string): ReadCommit {
  const { type, bytes } = objects.readHead(oid, limits.commitBytes);
  const text = Buffer.from(bytes).toString();
  const tree = /^tree ([0-9a-f]{40})$/m.exec(text)?.[1];
  if (type !== 'commit' || tree === undefined) throw notSound(`object ${oid} is no commit`);
  const end = text.indexOf('\n\n');
  const head = end < 0 ? text : text.slice(0, end);
  const author = person(head, 'author');
  return {
    oid,
    tree,
    parents: [...head.matchAll(/^parent ([0-9a-f]{40})$/gm)].map(([, parent = '']) => parent),
    author: { name: author.name, email: author.email },
    message: end < 0 ? '' : text.slice(end + 2).trim(),
    at: author.timestamp * 1000,
    committedAt: person(head, 'committer').timestamp,
  };
}

function person(head: string, role: 'author' | 'committer') {
  const line = new RegExp(`^${role} (.*)$`, 'm').exec(head)?.[1] ?? '';
  const [, name = '', email = '', seconds = '0'] = /^(.*?) ?<([^>]*)> ?(-?\d*)/.exec(line) ?? [];
  return { name, email, timestamp: Number(seconds) || 0 };
}
