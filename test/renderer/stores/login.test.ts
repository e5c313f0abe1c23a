import { describe, expect, it } from 'vitest';
import type { Session as Login } from '#contract/auth.ts';
import type { EngineConnection } from '../../../renderer/client/engine-connection.ts';
import { createLoginStore } from '../../../renderer/features/login/login-store.ts';
import { aUser } from '../support/access-fixtures.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';

const login: Login = { token: 'token', expiresAt: '', user: aUser('ada') };

/** The parts of a browser's window that a login uses. */
function aWindow() {
  const kept = new Map<string, string>();
  const visited: string[] = [];
  const page = {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    location: { assign: (url: string) => void visited.push(url) },
  };
  // A whole window has hundreds of members more.
  return { page: page as unknown as Window, visited, kept };
}

function aLogin(browser = aWindow()) {
  const engine = scriptedEngine({
    'auth.login': () => login,
    'auth.setup': () => login,
    'auth.oidcStart': () => ({ url: 'https://id.example/authorize', state: 'state-1' }),
    'auth.oidcFinish': () => login,
  });
  const begun: Login[] = [];
  const { connection } = engine;
  const session = { ...connection.session, begin: (one: Login) => void begun.push(one) };
  const watched: EngineConnection = { ...connection, session };
  return { engine, begun, store: createLoginStore(watched, browser.page), ...browser };
}

describe('a login', () => {
  it('begins a session', async () => {
    const { engine, store, begun } = aLogin();
    expect(store.getState()).toMatchObject({ isSending: false, problem: undefined });

    await store.getState().logIn('ada', 'secret');

    expect(begun).toEqual([login]);
    expect(engine.asked('auth.login')).toEqual([{ username: 'ada', password: 'secret' }]);
    expect(store.getState()).toMatchObject({ isSending: false, problem: undefined });
  });

  it('begins one with the first administrator as well', async () => {
    const { engine, store, begun } = aLogin();

    await store.getState().setUp('ada', 'correct horse');

    expect(begun).toEqual([login]);
    expect(engine.asked('auth.setup')).toEqual([{ username: 'ada', password: 'correct horse' }]);
  });

  it('is on its way until the engine answers, and forgets why the last one failed', async () => {
    const { engine, store, begun } = aLogin();
    engine.refuse('auth.login', 'Wrong name or password.', 'unauthorized');
    await store.getState().logIn('ada', 'wrong');
    expect(store.getState()).toMatchObject({
      isSending: false,
      problem: 'Wrong name or password.',
    });

    const answer = engine.hold('auth.login');
    const sending = store.getState().logIn('ada', 'secret');
    expect(store.getState()).toMatchObject({ isSending: true, problem: undefined });
    answer.resolve(login);
    await sending;

    expect(store.getState().isSending).toBe(false);
    expect(begun).toEqual([login]);
  });
});

describe('a login at the identity provider', () => {
  const answer = '?code=c-1&state=state-1';

  it('leaves for the provider and comes back to the place where it began', async () => {
    const { engine, store, begun, page, visited, kept } = aLogin();

    await store.getState().leave('/runs?name=etl');
    expect(visited).toEqual(['https://id.example/authorize']);

    const later = aLogin({ page, visited, kept });
    expect(await later.store.getState().comeBack(answer)).toBe('/runs?name=etl');
    expect(later.engine.asked('auth.oidcFinish')).toEqual([{ code: 'c-1', state: 'state-1' }]);
    expect(later.begun).toEqual([login]);
    expect(begun).toEqual([]);
    expect(engine.asked('auth.oidcStart')).toEqual([{}]);
  });

  it('hands on who the provider says it is', async () => {
    const { engine, store } = aLogin();
    await store.getState().leave('/');

    await store.getState().comeBack(`${answer}&iss=https%3A%2F%2Fid.example`);

    expect(engine.asked('auth.oidcFinish')[0]?.iss).toBe('https://id.example');
  });

  it('lets the engine judge an answer without a code', async () => {
    const { engine, store } = aLogin();
    await store.getState().leave('/');

    await store.getState().comeBack('?state=state-1');

    expect(engine.asked('auth.oidcFinish')).toEqual([{ code: '', state: 'state-1' }]);
  });

  it('goes to no address but one of the web', async () => {
    const { engine, store, visited, kept } = aLogin();
    engine.answers['auth.oidcStart'] = () => ({ url: 'javascript:alert(1)//https://', state: 's' });

    await store.getState().leave('/');

    expect(visited).toEqual([]);
    expect(kept.size).toBe(0);
    expect(store.getState().problem).toBeDefined();
  });

  it.each([
    ['another state', '?code=c-1&state=state-2'],
    ['no state', '?code=c-1'],
  ])('takes nobody in who comes back with %s', async (_, search) => {
    const { engine, store, begun } = aLogin();
    await store.getState().leave('/');

    await store.getState().comeBack(search);

    expect(begun).toEqual([]);
    expect(engine.asked('auth.oidcFinish')).toEqual([]);
    expect(store.getState().problem).toContain('in this window');
  });

  it('takes nobody in whose login did not begin here', async () => {
    const { engine, store, begun } = aLogin();

    expect(await store.getState().comeBack('?code=c-1')).toBe('/');

    expect(begun).toEqual([]);
    expect(engine.asked('auth.oidcFinish')).toEqual([]);
    expect(store.getState().problem).toContain('in this window');
  });

  it('comes back once', async () => {
    const { store, begun } = aLogin();
    await store.getState().leave('/');

    await store.getState().comeBack(answer);
    await store.getState().comeBack(answer);

    expect(begun).toHaveLength(1);
    expect(store.getState().problem).toContain('in this window');
  });

  it.each([
    ['error=access_denied', 'access_denied'],
    ['error=access_denied&error_description=Not+today', 'Not today'],
  ])('says why the provider refused: %s', async (refusal, reason) => {
    const { engine, store, begun } = aLogin();
    await store.getState().leave('/');

    await store.getState().comeBack(`?state=state-1&${refusal}`);

    expect(begun).toEqual([]);
    expect(engine.asked('auth.oidcFinish')).toEqual([]);
    expect(store.getState().problem).toContain(reason);
  });

  it('says why the engine refused', async () => {
    const { engine, store, begun } = aLogin();
    await store.getState().leave('/runs');
    engine.refuse('auth.oidcFinish', 'The code is too old.', 'unauthorized');

    expect(await store.getState().comeBack(answer)).toBe('/runs');

    expect(begun).toEqual([]);
    expect(store.getState().problem).toBe('The code is too old.');
  });
});
