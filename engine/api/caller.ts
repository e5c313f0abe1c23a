import { lentRole } from '../contract/access.ts';
import type { Authenticate } from '../contract/authenticate.ts';
import { EngineError } from '../contract/errors.ts';
import { nobody, type Caller } from '../contract/operations.ts';
import { readVia, ROLE_HEADER, VIA_HEADER } from '../remotes/via.ts';
import type { Request, RequestHandler } from './exchange.ts';
import { originOf } from './origin.ts';
import { isByStrangeProxy } from './proxies.ts';

type Verdict = { readonly caller: Caller } | { readonly refusal: EngineError };

const verdicts = new WeakMap<Request, Verdict>();

/**
 * Finds out on whose behalf a request is made, before anything of it is looked at. What is public answers those as well
 * whose credentials are wrong, so they are refused by `callerOf` and not here.
 */
export function identify(authenticate: Authenticate): RequestHandler {
  return async (request, _response, next) => {
    verdicts.set(request, await judge(authenticate, request));
    next();
  };
}

async function judge(authenticate: Authenticate, request: Request): Promise<Verdict> {
  try {
    return { caller: await askWho(authenticate, request) };
  } catch (error) {
    if (error instanceof EngineError) return { refusal: error };
    throw error;
  }
}

/** Asks again on whose behalf a request is made: whoever listens for long may have lost the right to. Throws as `callerOf`. */
export async function askWho(authenticate: Authenticate, request: Request): Promise<Caller> {
  const { authorization } = request.headers;
  const place = placeOf(request);
  const known = await authenticate({ authorization, ...place });
  const asker = request.headers[ROLE_HEADER]?.toString();
  const caller = asker === undefined ? known : { ...known, role: lentRole(known.role, asker) };
  const via = readVia(request.headers[VIA_HEADER]);
  if (via.length === 0 && !place.isProxied) return caller;
  return { ...caller, ...place, ...(via.length === 0 ? {} : { via }) };
}

/** Whoever made a request has lost the right to it. */
export function refuse(request: Request, error: unknown): void {
  if (error instanceof EngineError) verdicts.set(request, { refusal: error });
}

/** On whose behalf a request is made. Throws `unauthorized` or `rate_limited` for credentials that were refused. */
export function callerOf(request: Request): Caller {
  const verdict = verdictOf(request);
  if ('refusal' in verdict) throw verdict.refusal;
  return verdict.caller;
}

/** The same, and nobody for credentials that were refused: for what anybody may ask. */
export function callerOrNobody(request: Request): Caller {
  const verdict = verdictOf(request);
  return 'caller' in verdict ? verdict.caller : { ...nobody, ...placeOf(request) };
}

/** Whether somebody asks who has shown credentials that hold, or needs none. */
export function isKnown(request: Request): boolean {
  const verdict = verdicts.get(request);
  return verdict !== undefined && 'caller' in verdict && verdict.caller.role !== null;
}

/** Who is known to have asked; null before that is looked at, and for credentials that were refused. */
export function knownCallerOf(request: Request): Caller | null {
  const verdict = verdicts.get(request);
  return verdict !== undefined && 'caller' in verdict ? verdict.caller : null;
}

function placeOf(request: Request): Pick<Caller, 'origin' | 'isProxied'> {
  const origin = originOf(request);
  return isByStrangeProxy(request) ? { origin, isProxied: true } : { origin };
}

function verdictOf(request: Request): Verdict {
  const verdict = verdicts.get(request);
  if (verdict === undefined) throw new Error('A request was answered before it was identified.');
  return verdict;
}
