import { join } from 'node:path';
import { Router } from 'express';
import { EngineError } from '../contract/errors.ts';
import { isPageAddress } from '../contract/page-address.ts';
import { API_PREFIX } from '../contract/rest.ts';
import { readText } from '../lib/regular-file.ts';
import { answerText } from './answer.ts';
import { pathOf, type Request, type RequestHandler, type Response } from './exchange.ts';
import { notFound, refuseMethod } from './unmatched.ts';

/** Names of built files carry a hash of their content, so one that was fetched never changes. */
const HASHED_FOLDER = /[/\\]assets[/\\]/;
const FOREVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';

/**
 * Serves the built page of the window to a browser; to those who ask for HTML, every address that looks like a page is the
 * one page. `basePath`: below which path the page finds itself and the engine; empty for none.
 */
export function createWindowFiles(assetsDir: string | null, basePath = ''): Router {
  const router = Router();
  if (assetsDir !== null) router.use(files(assetsDir));
  router.use(async (request, response) => {
    response.setHeader('Vary', 'Accept');
    if (!isPage(request)) throw notFound(request);
    if (!reads(request)) refuseMethod(request, response, ['GET', 'HEAD']);
    else if (assetsDir === null) sendHint(response);
    else if (basePath !== '') sendPageBelow(basePath, assetsDir, response);
    else if (!(await sendFile(request, response, { root: assetsDir, path: PAGE })))
      throw notFound(request);
  });
  return router;
}

const PAGE = '/index.html';

function files(root: string): RequestHandler {
  return async (request, response, next) => {
    const isSent =
      reads(request) && (await sendFile(request, response, { root, path: pathOf(request) }));
    // Nothing of such a name: it may yet be an address of the page.
    if (!isSent) next();
  };
}

function reads({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Any address may be one of the page's: programs that ask for what is not there must not get a page for it. */
function isPage(request: Request): boolean {
  const path = pathOf(request);
  if (path === '/') return true;
  const isAsked = /\btext\/html\b/i.test(request.headers.accept ?? '');
  return isAsked && !/^\/api(?:\/|$)/i.test(path) && isPageAddress(path);
}

interface FilePlace {
  readonly root: string;
  /** As it stands in an address. */
  readonly path: string;
}

/**
 * Sends a file, and says whether there is one. A part of it is not sent: the files are small, and whatever a header asks
 * for, the answer is the whole.
 */
async function sendFile(
  request: Request,
  response: Response,
  { root, path }: FilePlace,
): Promise<boolean> {
  // Loaded with the table of media types when a browser comes: an engine without one does not need either.
  const { default: send } = await import('send');
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const file = send(request, path, {
    root,
    index: false,
    dotfiles: 'ignore',
    acceptRanges: false,
    cacheControl: false,
  });
  file.on('headers', (_response: Response, found: string) => {
    response.setHeader('Cache-Control', HASHED_FOLDER.test(found) ? FOREVER : ASK_AGAIN);
  });
  file.on('directory', () => resolve(false));
  file.on('error', (error: Error & { readonly status?: number }) => {
    if (error.status === 412) reject(otherVersion());
    else if ((error.status ?? 500) < 500) resolve(false);
    else reject(error);
  });
  response.once('close', () => resolve(true));
  file.pipe(response);
  return promise;
}

function otherVersion(): EngineError {
  return new EngineError(
    'bad_request',
    'This is another version of the file than the request names with If-Match or If-Unmodified-Since.',
  );
}

/** The page as if it had been built for this path: its files come relative to each other, but for those that it names. */
function sendPageBelow(basePath: string, root: string, response: Response): void {
  const page = readText(join(root, PAGE), { links: 'follow' })
    .replace(/\b(href|src)="\/(?!\/)/g, `$1="${basePath}/`)
    .replace('<head>', `<head>\n    <meta name="base-path" content="${basePath}" />`);
  response.setHeader('Cache-Control', ASK_AGAIN);
  answerText(response, 'text/html; charset=utf-8', page);
}

function sendHint(response: Response): void {
  answerText(
    response,
    'text/plain; charset=utf-8',
    `The browser interface is not built. Run "npm run build", then start again.\nThe REST API is at ${API_PREFIX}.\n`,
  );
}
