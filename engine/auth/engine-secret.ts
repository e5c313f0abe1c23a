import { rmSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import type { Clock } from '../lib/clock.ts';
import { StartError } from '../lib/start-error.ts';
import { openKeychain, type Keychain } from '../platform/keychain.ts';
import { secretFile, secretLeftInFile, secretOfFile } from './secret-file.ts';
import { fromText, newSecret, toText } from './secret-text.ts';

/**
 * The secret of this engine: 32 random bytes, made once. Whatever else is signed or sealed with it needs a key of its own,
 * derived with a label (HKDF).
 */
export type EngineSecret = () => Buffer;

/**
 * Finds where the secret is kept: by default in an owner-only file of the data folder, since a server has no session in which
 * a keychain could be opened, and since who may read the file may read the database beside it as well. The keychain is
 * asked where the settings name it, and then nothing takes its place: another secret would end every session.
 *
 * @throws StartError when the keychain cannot be used. A file is looked at when the secret is first asked for.
 */
export async function openEngineSecret(
  { auth, paths }: Pick<Config, 'auth' | 'paths'>,
  clock: Pick<Clock, 'after'>,
): Promise<EngineSecret> {
  if (auth.token.store === 'keychain') {
    const secret = await inKeychain(paths.dataDir, clock);
    return () => secret;
  }
  let kept: Buffer | undefined;
  return () => (kept ??= secretOfFile(secretFile(paths.dataDir)));
}

async function inKeychain(dataDir: string, clock: Pick<Clock, 'after'>): Promise<Buffer> {
  try {
    return await readOrMove(await openKeychain(clock), dataDir);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The engine cannot store its secret in the keychain: ${(error as Error).message}. ` +
        'Run `dagwright doctor`, or set `auth.builtin.token.store: file`.',
      { cause: error },
    );
  }
}

/** One that lay in the file until now moves, so that what it signed and sealed stays good. */
async function readOrMove(keychain: Keychain, dataDir: string): Promise<Buffer> {
  const file = secretFile(dataDir);
  const account = `secret of ${dataDir}`;
  const text = await keychain.read(account);
  const secret = text === null ? (secretLeftInFile(file) ?? newSecret()) : fromText(text);
  if (secret === null) {
    throw new StartError(
      `The keychain entry "${account}" is not a secret of the engine. Remove it: then all sessions end, ` +
        'and you must set the signature secrets of webhooks again.',
    );
  }
  if (text === null) await keychain.save(account, toText(secret));
  rmSync(file, { force: true });
  return secret;
}
