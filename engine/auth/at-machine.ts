import type { Config } from '../config/config.ts';
import type { Caller } from '../contract/operations.ts';
import { isLoopback } from '../lib/loopback.ts';

const ownWays: ReadonlySet<string> = new Set(['window', 'cli', 'socket']);

/**
 * Whether who calls surely sits at this machine. A proxy or a tunnel has an address of this machine whoever speaks through
 * it; it is known by the names that it brings (`allowed_hosts`), or by its headers.
 */
export function isAtMachine(
  { allowedHosts }: Pick<Config, 'allowedHosts'>,
  { origin, isProxied = false }: Pick<Caller, 'origin' | 'isProxied'>,
): boolean {
  return ownWays.has(origin) || (isLoopback(origin) && allowedHosts.length === 0 && !isProxied);
}
