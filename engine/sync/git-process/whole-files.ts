import { createHash, randomUUID } from 'node:crypto';
import { promises } from 'node:fs';
import { GitError } from './git.ts';

type Options = Parameters<typeof promises.writeFile>[2];
type Write = (file: string, data: string | Uint8Array, options?: Options) => Promise<void>;

/**
 * The files of a repository, each of which is there whole or not at all: it is written beside its place and renamed, and a
 * pack that came over a line that was cut has no place at all. So a kill at any moment leaves a repository that works.
 */
export const wholeFiles = { promises: { ...promises, writeFile: write as Write } };

async function write(...[file, data, options]: Parameters<Write>): Promise<void> {
  if (file.endsWith('.pack')) refuseHalf(data);
  const draft = `${file}.${randomUUID()}.draft`;
  try {
    await promises.writeFile(draft, data, options);
    await promises.rename(draft, file);
  } catch (error) {
    await promises.rm(draft, { force: true });
    throw error;
  }
}

/** The last 20 bytes of a pack are the SHA-1 of all before them (gitformat-pack(5)). */
function refuseHalf(data: string | Uint8Array): void {
  const bytes = Buffer.from(data);
  const sum = createHash('sha1').update(bytes.subarray(0, -20)).digest();
  if (bytes.length > 32 && sum.equals(bytes.subarray(-20))) return;
  throw new GitError(
    'cut',
    'The connection to the remote was cut before everything had arrived. Try again.',
  );
}
