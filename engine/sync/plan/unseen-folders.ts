import type { RefusedEntry } from './remote-tree.ts';
import { shownPath } from './shown-names.ts';

/** A folder of the remote of which not all was looked at. */
interface UnseenFolder {
  /** Empty: the whole. */
  readonly path: string;
  readonly why: 'much' | 'deep';
}

/** What is said of a folder that is not looked at as a whole. */
export function refusedFolder({ path, why }: UnseenFolder): RefusedEntry {
  const folder = path === '' ? 'The repository' : shownPath(path);
  const reason =
    why === 'deep'
      ? 'lies in too many folders'
      : 'has more files and folders than Git Sync looks at';
  const advice = 'Move what does not belong to your DAGs elsewhere, or set `git_sync.path`.';
  return { itemId: path, message: `${folder} ${reason}, so not all of it is taken. ${advice}` };
}

/** What an item is refused for whose place on the remote nobody has looked at; null: it is in none of these folders. */
export function refusedUnseen(
  { itemId, path }: { readonly itemId: string; readonly path: string },
  unseen: readonly UnseenFolder[],
): RefusedEntry | null {
  const folder = unseen.find((each) => each.path === '' || path.startsWith(`${each.path}/`));
  if (folder === undefined) return null;
  const { message } = refusedFolder(folder);
  return { itemId, message: `What the remote has as ${shownPath(path)} is not known. ${message}` };
}
