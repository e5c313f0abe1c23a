import type { Request } from 'express';
import { QUERY_FIELD } from '../contract/rest.ts';

/** The query as it was sent. An empty `remoteNode`, which a variable without a value leaves, counts as absent. */
export function readQuery({ query }: Pick<Request, 'query'>): Request['query'] {
  const { [QUERY_FIELD]: node, ...others } = query;
  return node === '' ? others : query;
}
