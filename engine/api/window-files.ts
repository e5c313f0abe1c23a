import { join } from 'node:path';
import express, { Router, type Request, type RequestHandler, type Response } from 'express';
import { isPageAddress } from '../contract/page-address.ts';
import { API_PREFIX } from '../contract/rest.ts';
import { readText } from '../lib/regular-file.ts';
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
  router.use((request, response) => {
    response.vary('Accept');
    if (!isPage(request)) throw notFound(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuseMethod(request, response, ['GET', 'HEAD']);
      return;
    }
    if (assetsDir === null) sendHint(response);
    else if (basePath === '') sendPage(assetsDir, response);
    else sendPageBelow(basePath, assetsDir, response);
  });
  return router;
}

function files(assetsDir: string): RequestHandler {
  return express.static(assetsDir, {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    setHeaders: (response, path) => {
      response.setHeader('Cache-Control', HASHED_FOLDER.test(path) ? FOREVER : ASK_AGAIN);
    },
  });
}

/** Any address may be one of the page's: programs that ask for what is not there must not get a page for it. */
function isPage({ path, headers }: Request): boolean {
  if (path === '/') return true;
  const isAsked = /\btext\/html\b/i.test(headers.accept ?? '');
  return isAsked && !/^\/api(?:\/|$)/i.test(path) && isPageAddress(path);
}

function sendPage(root: string, response: Response): void {
  response.setHeader('Cache-Control', ASK_AGAIN);
  response.sendFile('index.html', { root, cacheControl: false });
}

/** The page as if it had been built for this path: its files come relative to each other, but for those that it names. */
function sendPageBelow(basePath: string, root: string, response: Response): void {
  const page = readText(join(root, 'index.html'), { links: 'follow' })
    .replace(/\b(href|src)="\/(?!\/)/g, `$1="${basePath}/`)
    .replace('<head>', `<head>\n    <meta name="base-path" content="${basePath}" />`);
  response.setHeader('Cache-Control', ASK_AGAIN);
  response.type('text/html').send(page);
}

function sendHint(response: Response): void {
  response
    .type('text/plain')
    .send(
      `The browser interface is not built. Run "npm run build", then start again.\nThe REST API is at ${API_PREFIX}.\n`,
    );
}
