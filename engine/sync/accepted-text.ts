import type { Git } from './git-process/git.ts';
import type { SyncItem } from './items.ts';
import type { KeptCopies } from './kept-copies.ts';
import { contentHash } from './local-files.ts';
import { MAX_ITEM_BYTES } from './plan/remote-tree.ts';

interface Known {
  readonly git: Pick<Git, 'log' | 'read'>;
  readonly kept: Pick<KeptCopies, 'list' | 'read'>;
}

interface Wanted {
  readonly item: SyncItem;
  /** Commit of the branch; empty: none. */
  readonly head: string;
  /** From the root of the repository. */
  readonly path: string;
}

/** Commits of the file that are looked through. */
const MAX_COMMITS = 50;

/**
 * The text that was trusted last, of which only its hash is stored: a pull replaces what the remote had before, which is in
 * its history, and a discard what stood here, of which a copy is kept.
 */
export async function acceptedText(known: Known, wanted: Wanted): Promise<string | null> {
  const hash = wanted.item.row?.acceptedHash ?? '';
  if (hash === '') return null;
  const bytes = keptContent(known, wanted, hash) ?? (await committedContent(known, wanted, hash));
  return bytes === null ? null : Buffer.from(bytes).toString('utf8');
}

function keptContent({ kept }: Known, { item }: Wanted, hash: string): Uint8Array | null {
  for (const { keptId, path } of kept.list()) {
    if (path !== (item.local?.path ?? item.path)) continue;
    const content = kept.read(keptId)?.content;
    if (content !== undefined && contentHash(content) === hash) return content;
  }
  return null;
}

async function committedContent(
  { git }: Known,
  { head, path }: Wanted,
  hash: string,
): Promise<Uint8Array | null> {
  if (head === '') return null;
  for (const { blob } of await git.log(head, { path, limit: MAX_COMMITS })) {
    const content = blob === null ? undefined : await contentOf(git, blob);
    if (content !== undefined && contentHash(content) === hash) return content;
  }
  return null;
}

async function contentOf(git: Known['git'], blob: string): Promise<Uint8Array | undefined> {
  return (await git.read([blob], MAX_ITEM_BYTES)).get(blob);
}
