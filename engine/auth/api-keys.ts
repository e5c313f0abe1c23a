import { timingSafeEqual } from 'node:crypto';
import { EngineError } from '../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { RecentCache } from '../lib/recent-cache.ts';
import { touchApiKey, usableKey, usableKeys, type UsableKey } from '../storage/api-keys.ts';
import type { Database } from '../storage/database.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import { digestOf, hashSecret, inLine, matches, TOKEN_COST } from './passwords.ts';
import { API_KEY_START, randomText } from './token-texts.ts';

const SHOWN_LENGTH = 8;
const TOUCH_MS = 60_000;

export interface ApiKeyOptions {
  readonly db: Database;
  readonly writes: WriteQueue;
  readonly clock: Pick<Clock, 'now'>;
  /** Ids of keys that were verified, with the SHA-256 of each. */
  readonly verified: RecentCache<Buffer>;
}

export interface ApiKeys {
  /** The key that a text is, if it may be used; else throws `unauthorized`. */
  readonly find: (text: string) => Promise<UsableKey>;
  /** Frees the memory of a key that is gone. That it is refused does not hang on it: the row is read each time. */
  readonly forget: (id: string) => void;
}

export interface MadeKey {
  /** The whole key, which is shown once and kept nowhere. */
  readonly key: string;
  readonly keyPrefix: string;
  readonly keyHash: string;
}

/** A new key with what is stored of it. */
export async function makeApiKey(): Promise<MadeKey> {
  const key = `${API_KEY_START}${randomText()}`;
  return { key, keyPrefix: prefixOf(key), keyHash: await hashSecret(key, TOKEN_COST) };
}

const prefixOf = (key: string): string => key.slice(0, SHOWN_LENGTH);

/** The refusal of a key that does not exist, or whose maker is not allowed in any more. */
export function notValid(): EngineError {
  return new EngineError('unauthorized', 'The API key is not valid.');
}

/** Keys lie in the database as hashes; those that were verified lately are known by a digest. */
export function createApiKeys({ db, writes, clock, verified }: ApiKeyOptions): ApiKeys {
  /** Hashing takes long, and a program may well begin with a hundred requests at once. */
  const underWay = new Map<string, Promise<UsableKey | undefined>>();
  /** Ids of keys whose use waits to be written. */
  const noting = new Set<string>();

  async function find(text: string): Promise<UsableKey> {
    const digest = digestOf(text);
    const key = verifiedKey(text, digest) ?? (await verify(text, digest));
    if (key === undefined) throw notValid();
    touch(key);
    return key;
  }

  function verifiedKey(text: string, digest: Buffer): UsableKey | undefined {
    return usableKeys(db, prefixOf(text)).find(({ id }) => {
      const known = verified.get(id);
      return known !== undefined && timingSafeEqual(known, digest);
    });
  }

  function verify(text: string, digest: Buffer): Promise<UsableKey | undefined> {
    const name = digest.toString('base64');
    const running = underWay.get(name);
    if (running !== undefined) return running;
    const started = inLine(`key ${prefixOf(text)}`, () => compare(text, digest)).finally(() =>
      underWay.delete(name),
    );
    underWay.set(name, started);
    return started;
  }

  async function compare(text: string, digest: Buffer): Promise<UsableKey | undefined> {
    // What another text was verified for is not this one.
    const candidates = usableKeys(db, prefixOf(text)).filter(({ id }) => !verified.get(id));
    for (const { id, keyHash } of candidates) {
      if (!(await matches(text, keyHash))) continue;
      // It may have been deleted meanwhile.
      const key = usableKey(db, id);
      if (key !== undefined) verified.set(id, digest);
      return key;
    }
    return undefined;
  }

  function touch({ id, lastUsedAt }: UsableKey): void {
    const now = clock.now();
    if (lastUsedAt !== null && Math.abs(now - lastUsedAt) < TOUCH_MS) return;
    // A disk that takes no writes must not have one waiting for each request.
    if (noting.has(id)) return;
    noting.add(id);
    writes.commit(
      (open) => touchApiKey(open, id, now),
      () => noting.delete(id),
    );
  }

  return { find, forget: (id) => verified.delete(id) };
}
