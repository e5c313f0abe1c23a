import type { Config } from '../config/config.ts';
import { isLoopback } from '../lib/loopback.ts';

const ownWays: ReadonlySet<string> = new Set(['window', 'cli', 'socket']);

/**
 * Whether who calls surely sits at this machine. A proxy or a tunnel has an address of this machine whoever speaks through
 * it; it is known by the names that it brings (`allowed_hosts`).
 *
 * @param origin the one of the caller
 */
export function isAtMachine(
  { allowedHosts }: Pick<Config, 'allowedHosts'>,
  origin: string,
): boolean {
  return ownWays.has(origin) || (isLoopback(origin) && allowedHosts.length === 0);
}
