import { createHash, timingSafeEqual } from 'node:crypto';
import { EngineError } from '../contract/errors.ts';
import { atMost } from '../lib/at-most.ts';
import { inLines } from '../lib/in-lines.ts';

/** Cost of bcrypt for what people choose: about a quarter of a second. */
export const PASSWORD_COST = 12;
/** Cost of bcrypt for keys and tokens, whose 256 bits nobody can guess: about a twentieth of a second. */
export const TOKEN_COST = 10;

/** The hash of a password that nobody has: what is compared for a user who is not there takes as long as for any other. */
export const HASH_OF_NOBODY = '$2b$12$Wtcy/6mCn2qPNPhLqj4H4.8Ewe4AgEjrDty1Igf5V8csYhO48NdlG';

/** bcrypt passes over what stands behind. */
const MAX_BYTES = 72;

/** Several times as many as there are connections, so that only memory sets this bound. */
const MAX_WAITING = 5000;

// bcrypt works in the four threads in which Node reads files as well: two of them stay free for that.
const taking = atMost({ running: 2, waiting: MAX_WAITING, refuse: tooManyLogins });

/**
 * Compares for one place, key or webhook one after the other, so that no more than one of each waits for bcrypt, and others
 * have their turn soon.
 */
export const inLine = inLines({ most: MAX_WAITING, refuse: tooManyLogins });

/** The answer to a login while too many wait for theirs. */
export function tooManyLogins(): EngineError {
  return new EngineError(
    'rate_limited',
    'Too many logins at the same time. Try again in a moment.',
    {
      details: { retryAfter: 1 },
    },
  );
}

/** A bcrypt hash. Throws `rate_limited` when too many wait for theirs. */
export async function hashSecret(text: string, cost: number): Promise<string> {
  const { hash } = await loadBcrypt();
  return taking(() => hash(text, cost));
}

/** Whether a text is the one that was hashed; as slow for a wrong one. Throws `rate_limited` as above. */
export async function matches(text: string, hash: string): Promise<boolean> {
  const { compare } = await loadBcrypt();
  const isEqual = await taking(() => compare(text, hash));
  return isEqual && Buffer.byteLength(text) <= MAX_BYTES;
}

/** Whether two texts are equal, in a time that tells neither their content nor their length. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

/** SHA-256: what stands in memory for a secret that was verified. */
export function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

// Loaded when first needed: an engine without users never needs it.
async function loadBcrypt() {
  return (await import('bcrypt')).default;
}
