import { checkAccess } from '../contract/access.ts';
import type { Authenticate, FollowRights } from '../contract/authenticate.ts';
import type { Access } from '../contract/operation.ts';
import type { Clock } from '../lib/clock.ts';
import { askWho, callerOf, isKnown, refuse } from './caller.ts';
import type { Request, RequestHandler } from './exchange.ts';

export interface StandingOptions {
  /** Asked again while an answer is under way. */
  readonly authenticate: Authenticate;
  readonly followRights: FollowRights;
  readonly clock: Clock;
}

/** Whether those who are being answered may still have that. */
export interface Standing {
  /** Watches requests that need a role from here on, until they are answered. */
  readonly from: (access: Access) => RequestHandler;
  /** What is to be answered, or the refusal as soon as the caller of a watched request may not have it any more. */
  readonly during: <T>(request: Request, answered: Promise<T>) => Promise<T>;
  /** Asks again now: what takes rights away tells so, and a clock that was set does not. */
  readonly look: (request: Request) => void;
  readonly close: () => void;
}

interface Watched {
  readonly access: Access;
  readonly lose: (refusal: unknown) => void;
  /** Rejects with the refusal. */
  readonly lost: Promise<never>;
}

/** Asks again who calls as soon as anybody has lost rights, and when the credentials of a request end. */
export function createStanding({ authenticate, followRights, clock }: StandingOptions): Standing {
  const open = new Map<Request, Watched>();
  const close = followRights(() => open.forEach((_, request) => look(request)));

  function look(request: Request): void {
    const watched = open.get(request);
    if (watched === undefined) return;
    const asking = askWho(authenticate, request);
    asking.then((caller) => checkAccess(watched.access, caller)).catch(watched.lose);
  }

  function watch(request: Request, access: Access): () => void {
    const { promise: lost, reject } = Promise.withResolvers<never>();
    // Where nothing is being answered yet, the refusal is found before it begins.
    lost.catch((refusal: unknown) => refuse(request, refusal));
    open.set(request, { access, lose: reject, lost });
    const { expiresAt } = callerOf(request);
    const cancel =
      expiresAt === undefined
        ? () => undefined
        : clock.after(Math.max(0, expiresAt - clock.now()), () => look(request));
    return () => {
      cancel();
      open.delete(request);
    };
  }

  return {
    from: (access) => (request, response, next) => {
      if (isKnown(request) && !response.destroyed) response.on('close', watch(request, access));
      next();
    },
    during: (request, answered) => {
      const watched = open.get(request);
      return watched === undefined ? answered : Promise.race([answered, watched.lost]);
    },
    look,
    close,
  };
}
