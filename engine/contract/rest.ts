import type { Operation } from './operation.ts';

/** What the router, the HTTP client and the OpenAPI document must agree on beyond the operations themselves. */
export const API_PREFIX = '/api/v1';

/** The stream of server-sent events, below the prefix. */
export const EVENTS_PATH = '/events';

/** The same stream for one run, which may be `latest`. */
export const RUN_EVENTS_PATH = '/dag-runs/{name}/{dagRunId}/events';

/** The one field that stays in the query when the others travel in a body. */
export const QUERY_FIELD = 'remoteNode';

/** Whether the input of an operation travels in a JSON body; in the query otherwise. */
export function takesBody({ method }: Pick<Operation, 'method'>): boolean {
  return method === 'post' || method === 'put' || method === 'patch';
}

/** The names in braces of a path. */
export function pathFields({ path }: Pick<Operation, 'path'>): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

/** The path with each name in braces replaced. */
export function fillPath(path: string, replace: (name: string) => string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => replace(name));
}
