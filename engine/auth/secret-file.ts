import { join } from 'node:path';
import { readText } from '../lib/regular-file.ts';
import { StartError } from '../lib/start-error.ts';
import { replaceSynced } from '../lib/write-file.ts';
import { closeToOthers } from '../storage/private-file.ts';
import { fromText, newSecret, toText } from './secret-text.ts';

/** Where the secret lies when it is not in the keychain: owner-only, in the data folder. */
export const secretFile = (dataDir: string): string => join(dataDir, 'engine.secret');

/**
 * The secret in its file, made there when there is none.
 *
 * @throws StartError when the file cannot be read or written, or does not hold a secret.
 */
export function secretOfFile(file: string): Buffer {
  return refusing(file, () => read(file) ?? make(file));
}

/** The secret in its file; null where there is no such file. Throws as `secretOfFile`. */
export function secretLeftInFile(file: string): Buffer | null {
  return refusing(file, () => read(file));
}

/** Writes a secret that lay elsewhere. Throws StartError when that cannot be done. */
export function keepInFile(file: string, secret: Buffer): void {
  refusing(file, () => write(file, secret));
}

function refusing<T>(file: string, look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (error instanceof StartError) throw error;
    const why = (error as Error).message;
    throw new StartError(`Cannot use the secret of the engine in ${file}: ${why}`, {
      cause: error,
    });
  }
}

function read(file: string): Buffer | null {
  let text: string;
  try {
    // A link is followed: some keep their secrets in a volume of their own.
    text = readText(file, { links: 'follow' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  closeToOthers(file);
  const secret = fromText(text);
  if (secret !== null) return secret;
  throw new StartError(
    `${file} is not a secret of the engine. Restore it from a backup, or remove it: then all sessions end, ` +
      'and you must set the signature secrets of webhooks again.',
  );
}

function make(file: string): Buffer {
  const secret = newSecret();
  write(file, secret);
  return secret;
}

// No other engine can be at it, for the data folder is ours.
function write(file: string, secret: Buffer): void {
  replaceSynced(file, `${toText(secret)}\n`);
}
