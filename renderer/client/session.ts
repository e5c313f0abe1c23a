import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Session as Login, User } from '#contract/auth.ts';
import type { EngineClient } from '#contract/client.ts';
import { EngineError } from '#contract/errors.ts';
import type { SessionToken } from './session-token.ts';

/** Who looks at this page. */
export interface SessionState {
  /** `asking`: not known yet. `needed`: somebody has to log in first. */
  readonly phase: 'asking' | 'open' | 'needed';
  /** There is no user yet; logging in means to make the first one. */
  readonly needsSetup: boolean;
  readonly oidc: boolean;
  /** The least role that may bring definitions of its own. */
  readonly inlineRuns: 'manager' | 'operator';
  /** Null for the owner of the machine, who is not asked to log in. Kept while a session that ended waits for its next login. */
  readonly user: User | null;
  /** Whether views were shown already, which then wait behind the login with what was typed into them. */
  readonly wasOpen: boolean;
}

export interface Session {
  readonly state: StoreApi<SessionState>;
  /** Finds out again; after a refusal, and when the engine is back. */
  readonly ask: () => Promise<void>;
  readonly begin: (login: Login) => void;
  /** Goes on with another token of the same user. */
  readonly renew: (token: string) => void;
  /** Ends all sessions of the user. The caller loads the page anew, so that nothing of what was shown stays in memory. */
  readonly end: () => Promise<void>;
}

const unknown: SessionState = {
  phase: 'asking',
  needsSetup: false,
  oidc: false,
  inlineRuns: 'manager',
  user: null,
  wasOpen: false,
};

/** The session of a browser, which has to log in where the engine asks for it. */
export function createSession(client: EngineClient, token: SessionToken): Session {
  const state = createStore<SessionState>(() => unknown);
  const open = (user: User | null) => state.setState({ phase: 'open', user, wasOpen: true });
  let asked = 0;

  const find = async (isLatest: () => boolean) => {
    const { mode, needsSetup, oidc, inlineRuns } = await client.call('auth.status', {});
    if (!isLatest()) return;
    state.setState({ inlineRuns });
    if (mode === 'none') return open(null);
    const user = token.read() === null ? null : await currentUser(client);
    if (!isLatest()) return;
    if (user !== null) return open(user);
    token.forget();
    state.setState({ phase: 'needed', needsSetup, oidc });
  };
  const ask = async () => {
    const own = ++asked;
    try {
      await find(() => own === asked);
    } catch {
      // An engine that does not answer says nothing about who may look; it is asked again when it is back.
    }
  };
  token.watch(() => void ask());

  return {
    state,
    ask,
    begin: (login) => {
      token.keep(login.token);
      asked += 1;
      open(login.user);
    },
    renew: (fresh) => {
      token.keep(fresh);
      // Whoever asked with the token before may have been refused, and must not forget this one.
      void ask();
    },
    end: async () => {
      try {
        await client.call('auth.logout', {});
      } catch {
        // An engine that does not answer ends no session. This browser forgets its own all the same.
      }
      token.forget();
    },
  };
}

/** The window of the app belongs to the owner of the machine. */
export function ownerSession(): Session {
  return {
    state: createStore<SessionState>(() => ({ ...unknown, phase: 'open', wasOpen: true })),
    ask: async () => {},
    begin: () => {},
    renew: () => {},
    end: async () => {},
  };
}

/** Null: the token is not accepted any more. */
async function currentUser(client: EngineClient): Promise<User | null> {
  try {
    return (await client.call('auth.me', {})).user;
  } catch (error) {
    if (error instanceof EngineError && error.code === 'unauthorized') return null;
    throw error;
  }
}
