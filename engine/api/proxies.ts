import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ownHosts } from './own-hosts.ts';

const proxyHeaders: ReadonlySet<string> = new Set(['forwarded', 'via', 'x-real-ip']);

/** Whether headers tell of a proxy, which has an address of this machine whoever speaks through it. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  for (const name in headers) {
    if (proxyHeaders.has(name) || name.startsWith('x-forwarded-')) return true;
  }
  return false;
}

/**
 * Whether a request that the guard let pass came through a proxy that the settings do not know. One that they know is
 * asked for by a host of theirs, and passes it on.
 */
export function isByStrangeProxy(request: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const { headers } = request;
  return isForwarded(headers) && ownHosts(request).includes(headers.host?.toLowerCase() ?? '');
}
