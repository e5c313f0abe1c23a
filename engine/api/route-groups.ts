import { Router } from 'express';
import { pathOf, type RequestHandler } from './exchange.ts';

/** Adds the routes of some paths to a router. */
export type AddRoutes<Route> = (router: Router, routes: readonly Route[]) => void;

/**
 * A router for the paths of each first segment, which is fixed. One alone would hold a request against every route of the
 * engine, which takes longer than many an answer. Each is made when it is first asked for: their expressions would be a
 * part of the memory of an idle engine.
 *
 * What none of them has is for `unmatched` to answer, OPTIONS among it: a router would say something of its own.
 */
export function routeGroups<Route extends { readonly path: string }>(
  routes: readonly Route[],
  add: AddRoutes<Route>,
  unmatched: RequestHandler,
): RequestHandler {
  const groups = Map.groupBy(routes, ({ path }) => firstSegment(path));
  const routers = new Map<string, Router>();

  function routerOf(segment: string): RequestHandler {
    const known = routers.get(segment);
    const own = groups.get(segment);
    if (known !== undefined || own === undefined) return known ?? unmatched;
    const router = Router({ caseSensitive: true, strict: true });
    add(router, own);
    router.use(unmatched);
    routers.set(segment, router);
    return router;
  }

  return (request, response, next) =>
    routerOf(firstSegment(pathOf(request)))(request, response, next);
}

function firstSegment(path: string): string {
  return path.split('/', 2)[1] ?? '';
}
