import type { IncomingHttpHeaders } from 'node:http';
import { EngineError } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import { operationNames, operations } from '../contract/operations.ts';
import { LOGIN_CALLBACK_PATH } from '../contract/page-address.ts';
import { API_PREFIX, fillPath } from '../contract/rest.ts';
import { checkBodyHeaders } from './body-headers.ts';
import { pathOf, type Request, type RequestHandler } from './exchange.ts';
import { isFromOwner, schemeOf } from './origin.ts';
import { ownHosts } from './own-hosts.ts';
import { isForwarded } from './proxies.ts';

/** Headers on which the guard or the caller's identity rests: Node would silently keep one of two. */
const decisiveHeaders = new Set([
  'host',
  'origin',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'content-type',
  'content-encoding',
  'authorization',
]);

/**
 * Stands in front of everything: operations, events, files and errors. A server on the loopback interface is out of
 * the network's reach but not out of the browser's, so whatever a page of another origin could send is refused, reads
 * included. Programs send none of the browser's marks and pass.
 *
 * `allowedHosts` are further names of this server, with or without a port; they may change.
 */
export function createGuard(allowedHosts: () => readonly string[]): RequestHandler {
  return (request, _response, next) => {
    refuseRepeatedHeaders(request.rawHeaders);
    if (isFromOwner(request)) refuseGoBetweens(request);
    else refuseForeignPages(request, ownOrigins(request, allowedHosts));
    checkBodyHeaders(request.headers, { mayBeForm: mayBeForm(request) });
    next();
  };
}

const formRoutes = operationNames
  .map((name): Operation => operations[name])
  .filter(({ wholeBody }) => wholeBody?.mayBeForm === true)
  .map(({ method, path }) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${fillPath(API_PREFIX + path, () => '[^/]+')}$`),
  }));

/** Whether what is asked for takes forms as well. */
function mayBeForm(request: Request): boolean {
  return formRoutes.some(
    ({ method, pattern }) => method === request.method && pattern.test(pathOf(request)),
  );
}

function refuseRepeatedHeaders(rawHeaders: readonly string[]): void {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!decisiveHeaders.has(name)) continue;
    if (seen.has(name))
      throw new EngineError('bad_request', `The header ${name} is sent more than once.`);
    seen.add(name);
  }
}

/**
 * The origins of our own pages under the host that was asked for.
 *
 * @throws EngineError `forbidden` for a host that is not ours: a page that rebinds its own name to this machine still
 * sends that name.
 */
function ownOrigins(request: Request, allowedHosts: () => readonly string[]): readonly string[] {
  const host = request.headers.host?.toLowerCase() ?? '';
  const scheme = schemeOf(request);
  const hosts = ownHosts(request);
  if (hosts.includes(host)) return [`${scheme}://${host}`];
  // Whoever reaches us under a name of the settings may come through a server in front that speaks HTTPS for us.
  const allowed = new Set(allowedHosts().map((name) => name.toLowerCase()));
  if (isAllowed(host, String(request.socket.localPort), allowed))
    return [`${scheme}://${host}`, `https://${host}`];
  throw new EngineError(
    'forbidden',
    `This host name is not allowed. Use ${hosts.join(', ')}, or add the name to \`allowed_hosts\`.`,
  );
}

function isAllowed(host: string, port: string, allowed: ReadonlySet<string>): boolean {
  if (allowed.has(host)) return true;
  const suffix = `:${port}`;
  return host.endsWith(suffix) && allowed.has(host.slice(0, -suffix.length));
}

/** Another port of this machine is another origin, and so is `null`. */
function refuseForeignPages(request: Request, origins: readonly string[]): void {
  const { origin, 'sec-fetch-site': site = 'none' } = request.headers;
  if (origin !== undefined && !origins.includes(origin)) throw foreignPage();
  if (site === 'none' || site === 'same-origin') return;
  if (!isReturnFromLogin(request, site)) throw foreignPage();
}

/** An identity provider sends the browser back by a link of its own. That page is a file: it can do nothing by itself. */
function isReturnFromLogin(request: Request, site: string): boolean {
  const { method, headers } = request;
  return (
    method === 'GET' &&
    pathOf(request) === LOGIN_CALLBACK_PATH &&
    headers.origin === undefined &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    (site === 'cross-site' || site === 'same-site')
  );
}

function foreignPage(): EngineError {
  return new EngineError('forbidden', 'Requests from pages of other origins are not allowed.');
}

/** No browser speaks to a file: one that seems to comes through a proxy, and whoever comes so would pass for the owner. */
function refuseGoBetweens({ headers }: Request): void {
  const isBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  if (!isBrowser && !isForwarded(headers)) return;
  throw new EngineError(
    'forbidden',
    'Requests from browsers and proxies are not allowed on the owner socket.',
  );
}

/**
 * A GET that changes something could be fired by an image, a script or a link. Browsers mark what pages embed, and of those
 * that do not, such requests ask for pictures or pages; programs ask for JSON or for anything.
 */
export function refuseEmbeddedGet(operation: Operation, headers: IncomingHttpHeaders): void {
  const readsOnly = operation.access === 'public' || operation.access === 'viewer';
  if (operation.method !== 'get' || readsOnly) return;
  if (isEmbedded(headers)) throw foreignPage();
  if (takesJson(headers.accept ?? '*/*')) return;
  throw new EngineError('forbidden', 'This path requires the header Accept: application/json.');
}

/** The `fetch` of Node sends the mode alone, which a page could only be given with its origin. */
function isEmbedded(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': dest, 'sec-fetch-mode': mode } = headers;
  if (site !== undefined) return site !== 'same-origin';
  return dest !== undefined || (mode !== undefined && mode !== 'cors');
}

function takesJson(accept: string): boolean {
  return /^\s*\*\/\*\s*(?:;[^,]*)?$/.test(accept) || /\bapplication\/json\b/i.test(accept);
}
