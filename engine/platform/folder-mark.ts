import { realpathSync, statSync } from 'node:fs';
import { z } from 'zod';

/** Which folder a file was written for: copied along, it tells of the folder that it comes from. */
export const folderMark = z.object({
  /** Real path. */
  path: z.string(),
  /** Device and inode, which a folder keeps when it is moved. */
  inode: z.string(),
});
type FolderMark = z.infer<typeof folderMark>;

/** By what a folder is known again. Throws when it is not there. */
export function markOf(folder: string): FolderMark {
  const path = realpathSync(folder);
  const { dev, ino } = statSync(path, { bigint: true });
  return { path, inode: `${dev}:${ino}` };
}

/** Whether that is the folder. By either: some file systems change inodes, and a folder may be moved. */
export function isMarkOf(folder: string, { path, inode }: FolderMark): boolean {
  const now = markOf(folder);
  return now.path === path || now.inode === inode;
}
