import { userInfo } from 'node:os';

/** Name of the user as whom this process runs; null where the system has none for its number, as in some containers. */
export function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null; // Nobody is known by that number.
  }
}
