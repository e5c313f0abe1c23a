import type { IncomingMessage } from 'node:http';
import { schemeOf } from './origin.ts';

/**
 * A request target may be a whole URL, as to a proxy. Its host then counts in place of the header, and the rest is what
 * is asked for; of one that cannot be read nothing is left, and the guard refuses it for its host.
 */
export function settleTarget(request: IncomingMessage): void {
  const target = request.url ?? '';
  if (target.startsWith('/') || target === '*') return;

  const url = URL.parse(target);
  const isPlain =
    url?.protocol === `${schemeOf(request)}:` && url.username === '' && url.password === '';
  request.headers.host = isPlain ? url.host : '';
  request.url = isPlain ? url.pathname + url.search : '/';
}
