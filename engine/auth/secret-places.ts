import { rmSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { EngineError } from '../contract/errors.ts';
import type { SecretEntry } from '../contract/keychain.ts';
import type { Clock } from '../lib/clock.ts';
import { StartError } from '../lib/start-error.ts';
import { inTime } from '../platform/keychain/in-time.ts';
import type { StoredSecrets } from '../platform/keychain/stored-secrets.ts';
import { keepInFile, secretFile, secretLeftInFile, secretOfFile } from './secret-file.ts';
import { fromText, newSecret, toText } from './secret-text.ts';

export interface SecretPlaces {
  readonly store: Config['auth']['token']['store'];
  readonly dataDir: string;
  readonly secrets: StoredSecrets;
  readonly clock: Pick<Clock, 'after'>;
}

const secretEntry: SecretEntry = { kind: 'secret', name: '' };

/**
 * Finds the secret where the settings want it: one that lies elsewhere moves there, so that what it signed and sealed stays
 * good. A secret in the file is always the one in use. It goes last in a move to the keychain, comes first in a move back,
 * and so is there still when the engine is killed in between. While the keychain has the secret, nothing takes its place:
 * another one would end every session.
 */
export function findSecret(places: SecretPlaces): Promise<Buffer> {
  switch (places.store) {
    case 'file':
      return inFile(places);
    case 'keychain':
      return inKeychain(places);
    case 'auto':
      return whereItLies(places);
  }
}

/** Whether there was one in the file, which is then in the keychain alone. */
export async function moveToKeychain({ dataDir, secrets }: SecretPlaces): Promise<boolean> {
  const file = secretFile(dataDir);
  const left = secretLeftInFile(file);
  if (left === null) return false;
  await secrets.save(secretEntry, toText(left));
  rmSync(file, { force: true });
  return true;
}

async function inFile({ dataDir, secrets }: SecretPlaces): Promise<Buffer> {
  const file = secretFile(dataDir);
  const left = secretLeftInFile(file);
  if (left !== null) return left;
  if (!secrets.has(secretEntry)) return secretOfFile(file);
  const secret = await kept(secrets, dataDir);
  if (secret === null) return secretOfFile(file);
  keepInFile(file, secret);
  await secrets.forget(secretEntry);
  return secret;
}

async function inKeychain(places: SecretPlaces): Promise<Buffer> {
  const { dataDir, secrets } = places;
  await moveToKeychain(places);
  const secret = (await kept(secrets, dataDir)) ?? newSecret();
  await list(secrets, secret);
  return secret;
}

async function whereItLies({ dataDir, secrets, clock }: SecretPlaces): Promise<Buffer> {
  const file = secretFile(dataDir);
  const left = secretLeftInFile(file);
  if (left !== null) return left;
  const asked = kept(secrets, dataDir);
  if (secrets.has(secretEntry)) return (await asked) ?? secretOfFile(file);
  const secret = await inTime(clock, asked).catch(nothingKnown);
  if (secret === null) return secretOfFile(file);
  await list(secrets, secret);
  return secret;
}

/** Where the keychain cannot be asked, nothing is lost: nothing is known to lie there. */
function nothingKnown(error: unknown): null {
  if (error instanceof EngineError) return null;
  throw error;
}

async function kept(secrets: StoredSecrets, dataDir: string): Promise<Buffer | null> {
  const text = await secrets.read(secretEntry);
  const secret = text === null ? null : fromText(text);
  if (text === null || secret !== null) return secret;
  throw new StartError(
    `The keychain entry "secret of ${dataDir}" is not a secret of the engine. Remove it: then all sessions end, ` +
      'and you must set the signature secrets of webhooks again.',
  );
}

/** An engine before this one kept no list of what it saved. */
async function list(secrets: StoredSecrets, secret: Buffer): Promise<void> {
  if (!secrets.has(secretEntry)) await secrets.save(secretEntry, toText(secret));
}
