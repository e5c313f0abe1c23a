import { randomBytes, randomUUID } from 'node:crypto';
import { UNNAMED_LENGTH } from './home-in-name.ts';

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

/** Random; stands in the command line of a process, with the home that it belongs to. */
export function newNonce(homeId: string): string {
  // Node makes the randomness of many of these at once, and of bytes it asks the system each time.
  return homeId + randomUUID().replaceAll('-', '').slice(-UNNAMED_LENGTH);
}
