import { join } from 'node:path';
import { z } from 'zod';
import { EngineError } from '../../contract/errors.ts';
import { secretEntry, type SecretEntry } from '../../contract/keychain.ts';
import { makePrivateFolder } from '../../lib/folders.ts';
import { readText } from '../../lib/regular-file.ts';
import { replaceSynced } from '../../lib/write-file.ts';
import { isSameEntry } from './entries.ts';

const indexed = secretEntry().extend({
  /** Empty from before it is saved until it is: after a crash nobody knows whether it was. */
  savedAt: z.string(),
});
const shape = z.object({ entries: z.array(indexed) });

export type IndexedEntry = z.infer<typeof indexed>;

/**
 * Which entries of the keychain are those of this home, without what they hold. The keychain itself cannot be asked: one
 * that is locked says that there is nothing. So the secret of the engine is made anew only where this says so.
 */
export interface KeychainIndex {
  /** @throws EngineError where the file is damaged. */
  readonly entries: () => readonly IndexedEntry[];
  readonly put: (entry: IndexedEntry) => void;
  readonly drop: (entry: SecretEntry) => void;
}

/** Which entries were saved, as a file of its owner in the data folder: keychains themselves cannot be listed. */
export function keychainIndex(dataDir: string): KeychainIndex {
  const file = join(dataDir, 'keychain.json');

  function write(entries: readonly IndexedEntry[]): void {
    makePrivateFolder(dataDir);
    replaceSynced(file, `${JSON.stringify({ entries }, null, 2)}\n`);
  }

  const others = (entry: SecretEntry): readonly IndexedEntry[] =>
    read(file).filter((one) => !isSameEntry(one, entry));

  return {
    entries: () => read(file),
    put: (entry) => write([...others(entry), entry]),
    drop: (entry) => {
      const left = others(entry);
      if (left.length < read(file).length) write(left);
    },
  };
}

function read(file: string): readonly IndexedEntry[] {
  let text: string;
  try {
    text = readText(file, { links: 'refuse' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    return shape.parse(JSON.parse(text)).entries;
  } catch (cause) {
    throw new EngineError(
      'service_unavailable',
      `${file} is not a list of keychain entries. Restore it from a backup, or remove it and save the entries again.`,
      { cause },
    );
  }
}
