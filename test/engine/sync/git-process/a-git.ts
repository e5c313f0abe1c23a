import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Git, Remote } from '../../../../engine/sync/git-process/git.ts';
import { openGit } from '../../../../engine/sync/git-process/open-git.ts';
import { systemClock } from '../../../../engine/platform/system-clock.ts';
import { aHttpRemote, type HttpRemote } from '../../../support/git/http-remote.ts';
import { temporaryFolder } from '../../../support/home.ts';

export const me = { name: 'Me', email: 'me@example.org' };
export const at = Date.UTC(2026, 0, 2);

/** Git on a folder of its own, ended with the test. */
export function aGit(
  folder = join(temporaryFolder('git'), 'repository'),
): Git & { folder: string } {
  const git = openGit({ folder, clock: systemClock });
  onTestFinished(() => git.close());
  return { ...git, folder };
}

export interface World {
  readonly git: ReturnType<typeof aGit>;
  readonly elsewhere: HttpRemote;
  readonly remote: Remote;
}

/** A remote over HTTP with these files, and how to reach it. */
export async function aWorld(files: Readonly<Record<string, string>> = {}): Promise<World> {
  const elsewhere = await aHttpRemote(join(temporaryFolder('remote'), 'dags.git'));
  if (Object.keys(files).length > 0) await elsewhere.repository.commit(files);
  const auth = { type: 'token', token: elsewhere.token } as const;
  return { git: aGit(), elsewhere, remote: { repository: elsewhere.url, branch: 'main', auth } };
}

export async function textsOf(
  git: Git,
  commit: string,
  folder = '',
): Promise<Record<string, string>> {
  const { entries } = await git.list(commit, folder);
  const blobs = await git.read(
    entries.map(({ oid }) => oid),
    1 << 20,
  );
  return Object.fromEntries(
    entries.map(({ path, oid }) => [path, Buffer.from(blobs.get(oid) ?? []).toString()]),
  );
}
