import { randomUUID } from 'node:crypto';
import { promises } from 'node:fs';

type Options = Parameters<typeof promises.writeFile>[2];
type Write = (file: string, data: string | Uint8Array, options?: Options) => Promise<void>;

/**
 * The files of a repository, each of which is there whole or not at all: it is written beside its place and renamed. So a
 * kill at any moment leaves a repository that works.
 */
export const wholeFiles = { promises: { ...promises, writeFile: write as Write } };

async function write(...[file, data, options]: Parameters<Write>): Promise<void> {
  const draft = `${file}.${randomUUID()}.draft`;
  try {
    await promises.writeFile(draft, data, options);
    await promises.rename(draft, file);
  } catch (error) {
    await promises.rm(draft, { force: true });
    throw error;
  }
}
