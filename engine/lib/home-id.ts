import { randomBytes, randomUUID } from 'node:crypto';

/** Twelve hex digits that tell one home from every other, its copies included. */
export function newHomeId(): string {
  return randomBytes(6).toString('hex');
}

/**
 * A name for the folders of a run, in which the id of the home stands: a UUID v8 (RFC 9562) whose last group is that
 * id. The names of earlier versions are of version 4 and tell no home.
 */
export function newRunKey(homeId: string): string {
  const random = randomUUID();
  return `${random.slice(0, 14)}8${random.slice(15, 24)}${homeId}`;
}

const keyOfHome = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-([0-9a-f]{12})/;

/** The home that stands in the name of a run's folder; null where none does. */
export function homeInKey(key: string): string | null {
  return keyOfHome.exec(key)?.[1] ?? null;
}

/** Digits of the random part of a nonce; those of earlier versions are that alone. */
const UNNAMED_LENGTH = 16;

/** Random; stands in the command line of a process, with the home that it belongs to. */
export function newNonce(homeId: string): string {
  // Node makes the randomness of many of these at once, and of bytes it asks the system each time.
  return homeId + randomUUID().replaceAll('-', '').slice(-UNNAMED_LENGTH);
}

/** The home that stands in a nonce; null where none does. */
export function homeInNonce(nonce: string): string | null {
  return nonce.length === UNNAMED_LENGTH ? null : nonce.slice(0, -UNNAMED_LENGTH);
}

/** Whether a process with this nonce may be one of the home. */
export function isNonceOf(homeId: string, nonce: string): boolean {
  return [null, homeId].includes(homeInNonce(nonce));
}
