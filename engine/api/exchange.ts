import type { Request } from 'express';

export type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';

/** What is asked for, below where the handler is mounted, without the query. */
export function pathOf({ url = '' }: Pick<Request, 'url'>): string {
  return url.split('?', 1)[0] ?? '';
}
