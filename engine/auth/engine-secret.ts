import { rmSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { EngineError } from '../contract/errors.ts';
import type { SecretEntry } from '../contract/keychain.ts';
import { StartError } from '../lib/start-error.ts';
import type { StoredSecrets } from '../platform/keychain/stored-secrets.ts';
import { secretFile, secretLeftInFile, secretOfFile } from './secret-file.ts';
import { fromText, newSecret, toText } from './secret-text.ts';

/**
 * The secret of this engine: 32 random bytes, made once. Whatever else is signed or sealed with it needs a key of its own,
 * derived with a label (HKDF).
 */
export type EngineSecret = () => Buffer;

const engineSecretEntry: SecretEntry = { kind: 'secret', name: '' };

/**
 * Finds where the secret is kept: by default in an owner-only file of the data folder, since a server has no session in which
 * a keychain could be opened, and since who may read the file may read the database beside it as well. The keychain is
 * asked where the settings name it, and then nothing takes its place: another secret would end every session.
 *
 * @throws StartError when the keychain cannot be used. A file is looked at when the secret is first asked for.
 */
export async function openEngineSecret(
  { auth, paths }: Pick<Config, 'auth' | 'paths'>,
  secrets: StoredSecrets,
): Promise<EngineSecret> {
  if (auth.token.store === 'keychain') {
    const secret = await inKeychain(paths.dataDir, secrets);
    return () => secret;
  }
  let kept: Buffer | undefined;
  return () => (kept ??= secretOfFile(secretFile(paths.dataDir)));
}

async function inKeychain(dataDir: string, secrets: StoredSecrets): Promise<Buffer> {
  try {
    return await readOrMove(secrets, dataDir);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new StartError(error.message, { cause: error });
  }
}

/** One that lay in the file until now moves, so that what it signed and sealed stays good. */
async function readOrMove(secrets: StoredSecrets, dataDir: string): Promise<Buffer> {
  const file = secretFile(dataDir);
  const text = await secrets.read(engineSecretEntry);
  const secret = text === null ? (secretLeftInFile(file) ?? newSecret()) : fromText(text);
  if (secret === null) {
    throw new StartError(
      `The keychain entry "secret of ${dataDir}" is not a secret of the engine. Remove it: then all sessions end, ` +
        'and you must set the signature secrets of webhooks again.',
    );
  }
  if (text === null) await secrets.save(engineSecretEntry, toText(secret));
  rmSync(file, { force: true });
  return secret;
}
