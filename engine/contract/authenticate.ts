import type { Caller } from './operations.ts';

/** What a request says about who sends it. */
export interface Credentials {
  /** The header `Authorization`, if there is one. */
  readonly authorization: string | undefined;
  /** Address of the sender, or `socket` for the owner-only one. */
  readonly origin: string;
  /** Whether it came through a proxy that the settings do not name; false when left out. */
  readonly isProxied?: boolean;
}

/**
 * Finds out on whose behalf a request is made: nobody for none, the owner in `auth.mode: none` and by the socket.
 *
 * Throws `unauthorized` for credentials that are wrong, `rate_limited` for too many of those, `forbidden` for a proxy that
 * would pass for the owner.
 */
export type Authenticate = (credentials: Credentials) => Promise<Caller>;

/** Calls back when somebody has lost rights: whoever is answered still is to be asked again. Returns the end of that. */
export type FollowRights = (changed: () => void) => () => void;
