import { parse, type ParsedUrlQuery } from 'node:querystring';
import { QUERY_FIELD } from '../contract/rest.ts';
import type { Request } from './exchange.ts';

/** The query as it was sent. An empty `remoteNode`, which a variable without a value leaves, counts as absent. */
export function readQuery({ url = '' }: Pick<Request, 'url'>): ParsedUrlQuery {
  const start = url.indexOf('?');
  const { [QUERY_FIELD]: node, ...others } = start === -1 ? {} : parse(url.slice(start + 1));
  return node === undefined || node === '' ? others : { ...others, [QUERY_FIELD]: node };
}
