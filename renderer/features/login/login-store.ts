import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { formatError } from '../../lib/format-error.ts';
import { paths } from '../../lib/paths.ts';
import { texts } from './texts.ts';

export interface LoginState {
  readonly isSending: boolean;
  /** Why the last attempt failed, until the next one. */
  readonly problem: string | undefined;
  readonly logIn: (username: string, password: string) => Promise<void>;
  /** Makes the first administrator. */
  readonly setUp: (username: string, password: string) => Promise<void>;
  /** Sends the browser to the identity provider, to come back to this place in the end. */
  readonly leave: (place: string) => Promise<void>;
  /** Takes what the identity provider sent along; gives the place to go back to. */
  readonly comeBack: (search: string) => Promise<string>;
}

/** What the identity provider has to send back, and where the login began. */
interface Departure {
  readonly state: string;
  readonly place: string;
}

const KEY = 'dagwright.login';

/** The ways in. Each of them ends with a session of the connection, or with a problem. */
export function createLoginStore(engine: EngineConnection, page: Window): StoreApi<LoginState> {
  return createStore<LoginState>((set) => {
    const attempt = async (work: () => Promise<void>) => {
      set({ isSending: true, problem: undefined });
      try {
        await work();
      } catch (error) {
        set({ problem: formatError(error) });
      }
      set({ isSending: false });
    };
    return {
      isSending: false,
      problem: undefined,
      logIn: (username, password) =>
        attempt(async () =>
          engine.session.begin(await engine.call('auth.login', { username, password })),
        ),
      setUp: (username, password) =>
        attempt(async () =>
          engine.session.begin(await engine.call('auth.setup', { username, password })),
        ),
      leave: (place) =>
        attempt(async () => {
          const { url, state } = await engine.call('auth.oidcStart', {});
          if (!/^https?:\/\//.test(url)) throw new Error(texts.errors.noAddress);
          page.sessionStorage.setItem(KEY, JSON.stringify({ state, place } satisfies Departure));
          page.location.assign(url);
        }),
      comeBack: async (search) => {
        const departure = takeDeparture(page);
        await attempt(() => finish(engine, new URLSearchParams(search), departure));
        return departure?.place ?? paths.home();
      },
    };
  });
}

async function finish(
  engine: EngineConnection,
  answer: URLSearchParams,
  departure: Departure | undefined,
): Promise<void> {
  const state = answer.get('state') ?? '';
  // Without this, a link could log somebody in as another person.
  if (departure === undefined || departure.state !== state) {
    throw new Error(texts.errors.foreignLogin);
  }
  const refusal = answer.get('error_description') ?? answer.get('error');
  if (refusal !== null) throw new Error(texts.errors.refused(refusal));
  const iss = answer.get('iss');
  const given = { code: answer.get('code') ?? '', state, ...(iss === null ? {} : { iss }) };
  engine.session.begin(await engine.call('auth.oidcFinish', given));
}

/** Good for one return only. */
function takeDeparture(page: Window): Departure | undefined {
  const text = page.sessionStorage.getItem(KEY);
  page.sessionStorage.removeItem(KEY);
  // This page wrote it.
  return text === null ? undefined : (JSON.parse(text) as Departure);
}
