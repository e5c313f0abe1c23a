import { Router } from 'express';
import { API_PREFIX } from '../contract/rest.ts';
import { answerText } from './answer.ts';
import type { Request } from './exchange.ts';
import { schemeOf } from './origin.ts';
import { refuseMethod } from './unmatched.ts';

const TYPES = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
} as const;

/**
 * Serves the description of the interface to people, at `/docs`, with what it needs beside it. It is public: it says what
 * any reader of the program knows.
 */
export function createDocsPage(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/docs', async (request, response) => {
    // Loaded for the few who look: it would be in memory for nothing.
    const { docsPage } = await import('./docs-page/page.ts');
    answerText(response, TYPES.html, docsPage(interfaceUrl(request)));
  });
  router.get('/docs/page.css', async (_request, response) => {
    const { pageStyle } = await import('./docs-page/style.ts');
    answerText(response, TYPES.css, pageStyle);
  });
  router.get('/docs/search.js', async (_request, response) => {
    const { searchScript } = await import('./docs-page/search.ts');
    answerText(response, TYPES.js, searchScript);
  });
  router.all(['/docs', '/docs/page.css', '/docs/search.js'], (request, response) =>
    refuseMethod(request, response, ['GET', 'HEAD']),
  );
  return router;
}

/** Where the interface begins for whoever asks; the guard has let no other host pass. */
function interfaceUrl(request: Request): string {
  const { headers, baseUrl } = request;
  return `${schemeOf(request)}://${headers.host ?? ''}${baseUrl}${API_PREFIX}`;
}
