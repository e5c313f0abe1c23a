import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { gitLimits, type GitLimits } from './limits.ts';
import { Objects } from './objects.ts';
import { wholeFiles } from './whole-files.ts';

/** The repository on this machine: its objects, and nothing that is checked out. */
export interface Store {
  /** What every call of the library wants to know. */
  readonly place: { readonly fs: typeof wholeFiles; readonly gitdir: string };
  readonly objects: Objects;
  readonly limits: GitLimits;
}

/** Opens the repository, made where there is none. */
export async function openStore(folder: string, limits: GitLimits = gitLimits): Promise<Store> {
  const place = { fs: wholeFiles, gitdir: folder };
  if (!existsSync(join(folder, 'HEAD'))) {
    // What began to be made and has no head is none.
    await rm(folder, { recursive: true, force: true });
    await git.init({ ...place, bare: true, defaultBranch: 'main' });
  }
  await sweep(join(folder, 'objects', 'pack'));
  return { place, objects: new Objects(folder, limits), limits };
}

/** Removes what a process left that was killed: drafts, and packs without their index, which nobody can read. */
async function sweep(packs: string): Promise<void> {
  const names = new Set(await readdir(packs));
  const isLeft = (name: string): boolean =>
    name.endsWith('.draft') || (name.endsWith('.pack') && !names.has(name.replace(/pack$/, 'idx')));
  const left = [...names].filter(isLeft);
  await Promise.all(left.map((name) => rm(join(packs, name), { force: true })));
}
