import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../lib/start-error.ts';
import { closeToOthers, OWNER_ONLY } from '../storage/private-file.ts';

const BYTES = 32;

/**
 * The secret of this engine: 32 random bytes in an owner-only file of the data folder, made once. Whatever else is
 * signed or sealed with it needs a key of its own, derived with a label (HKDF).
 *
 * It is a file and not an entry of the keychain, because a server has no session in which a keychain could be opened, and
 * one that waits for a person would hold up the start. Who may read the file may read the database beside it as well.
 *
 * @throws StartError when the file cannot be read or written, or does not hold a secret.
 */
export function engineSecret(dataDir: string): Buffer {
  const file = join(dataDir, 'engine.secret');
  try {
    return read(file) ?? make(file);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const why = (error as Error).message;
    throw new StartError(`The secret of the engine in ${file} cannot be used: ${why}`, {
      cause: error,
    });
  }
}

/** What signs sessions: the secret of the settings, else that of the engine. A new one ends all sessions. */
export function signingSecret(fromSettings: string | null, dataDir: string): Uint8Array {
  return fromSettings === null ? engineSecret(dataDir) : Buffer.from(fromSettings);
}

function read(file: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  closeToOthers(file);
  const secret = Buffer.from(text.trim(), 'base64url');
  if (secret.length === BYTES) return secret;
  throw new StartError(
    `${file} does not hold the secret of the engine. Put a copy of it back, or remove it: then all sessions end, ` +
      'and the signature secrets of webhooks must be set anew.',
  );
}

// Written whole beside its place: a crash leaves no half of a secret. No other engine can be at it, for the data folder is ours.
function make(file: string): Buffer {
  const secret = randomBytes(BYTES);
  const draft = `${file}.${process.pid}`;
  rmSync(draft, { force: true });
  const descriptor = openSync(draft, 'wx', OWNER_ONLY);
  try {
    writeFileSync(descriptor, `${secret.toString('base64url')}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
  return secret;
}
