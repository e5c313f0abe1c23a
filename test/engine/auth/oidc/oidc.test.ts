import { exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { createOidc } from '../../../../engine/auth/oidc/oidc.ts';
import type { OidcSettings } from '../../../../engine/config/config.ts';
import { localOwner, nobody } from '../../../../engine/contract/operations.ts';
import {
  anEngine,
  silentLogger,
  type Complaint,
  type TestEngine,
} from '../../../support/engine.ts';
import { builtinAuth, temporaryConfig } from '../../../support/home.ts';
import {
  anIdentityProvider,
  CLIENT,
  type IdentityProvider,
} from '../../../support/identity-provider.ts';
import { manualClock } from '../../api/manual-clock.ts';

const CLIENT_URL = 'http://dagwright.test/base';
const CALLBACK = `${CLIENT_URL}/login/callback`;

const people = {
  ann: { email: 'ann@here.test', email_verified: true, preferred_username: 'ann', groups: ['ops'] },
  bob: { email: 'bob@here.test', email_verified: false, groups: 'admins' },
  eve: { email: 'eve@else.test', email_verified: true, preferred_username: 'root' },
};

const settings: Omit<OidcSettings, 'issuer'> = {
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  clientUrl: CLIENT_URL,
  scopes: ['openid', 'profile', 'email'],
  autoSignup: true,
  defaultRole: 'viewer',
  groupsClaim: 'groups',
  groupMappings: { ops: 'operator', admins: 'admin' },
  strict: false,
  skipRoleSync: false,
  allowedDomains: [],
  whitelist: [],
};

interface Stage {
  readonly provider: IdentityProvider;
  readonly engine: TestEngine;
  /** The settings of the engine, which a test may change while it runs. */
  readonly oidc: { -readonly [K in keyof OidcSettings]: OidcSettings[K] };
}

async function aStage(own: Partial<OidcSettings> = {}): Promise<Stage> {
  const provider = await anIdentityProvider(people, CALLBACK);
  const oidc = { ...settings, issuer: provider.issuer, ...own };
  const auth = { ...builtinAuth, oidc };
  return { provider, oidc, engine: await anEngine({ config: temporaryConfig({ auth }) }) };
}

/** Begins a login and lets the person go through it at the provider. */
async function answerFor({ engine, provider }: Stage, person: string) {
  const { url, state } = await engine.call('auth.oidcStart', {}, nobody);
  const { searchParams } = await provider.logIn(url, person);
  return { url, state, answer: Object.fromEntries(searchParams) };
}

async function logIn(stage: Stage, person: string) {
  const { answer } = await answerFor(stage, person);
  return stage.engine.call('auth.oidcFinish', answer, nobody);
}

const me = async ({ engine }: Stage, token: string) =>
  engine.call(
    'auth.me',
    {},
    await engine.authenticate({ authorization: `Bearer ${token}`, origin: '127.0.0.1' }),
  );

describe('a login at an identity provider', () => {
  it('makes a user with the role of its groups, and gives a session', async () => {
    const stage = await aStage();

    const { url, state, answer } = await answerFor(stage, 'ann');
    const session = await stage.engine.call('auth.oidcFinish', answer, nobody);

    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({ state, code_challenge_method: 'S256', redirect_uri: CALLBACK });
    expect(session.user).toMatchObject({
      username: 'ann',
      role: 'operator',
      authProvider: 'oidc',
      isDisabled: false,
    });
    expect((await me(stage, session.token)).user).toEqual(session.user);
  });

  it('knows a person again, and asks the provider for its addresses once', async () => {
    const stage = await aStage();
    const { user } = await logIn(stage, 'ann');

    const again = await logIn(stage, 'ann');

    expect(again.user.id).toBe(user.id);
    const discoveries = stage.provider.asked.filter((line) => line.includes('well-known'));
    expect(discoveries).toHaveLength(1);
  });

  it('never gives somebody the user of another one who has that name', async () => {
    const stage = await aStage();

    const { user } = await logIn(stage, 'eve');

    expect(user).toMatchObject({ username: 'root-2', role: 'viewer' });
  });

  it('refuses an answer that has been used, and one to a login that was not begun', async () => {
    const stage = await aStage();
    const { answer } = await answerFor(stage, 'ann');
    await stage.engine.call('auth.oidcFinish', answer, nobody);
    const finish = (input: object) => stage.engine.call('auth.oidcFinish', input, nobody);
    const asked = stage.provider.asked.length;

    for (const input of [answer, { ...answer, state: 'made-up' }]) {
      await expect(finish(input)).rejects.toMatchObject({ code: 'unauthorized' });
    }
    // The provider, which would refuse the code as well, need not be asked.
    expect(stage.provider.asked).toHaveLength(asked);
  });

  it('refuses a code with the state of another login, which has another verifier', async () => {
    const stage = await aStage();
    const { answer } = await answerFor(stage, 'ann');
    const { state } = await stage.engine.call('auth.oidcStart', {}, nobody);

    const finished = stage.engine.call('auth.oidcFinish', { ...answer, state }, nobody);

    await expect(finished).rejects.toMatchObject({ code: 'unauthorized' });
    expect(stage.provider.asked.at(-1)).toBe('POST /token');
  });

  it('refuses an answer that names another provider', async () => {
    const stage = await aStage();
    const { answer } = await answerFor(stage, 'ann');

    const finished = stage.engine.call(
      'auth.oidcFinish',
      { ...answer, iss: 'http://127.0.0.1:1' },
      nobody,
    );

    await expect(finished).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('refuses what no key of the provider has signed', async () => {
    const stage = await aStage();
    const { publicKey } = await generateKeyPair('ES256');
    const key = { ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig', kid: 'one' };
    stage.provider.pretend('/jwks', JSON.stringify({ keys: [key] }));

    await expect(logIn(stage, 'ann')).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('refuses who may not log in, without making a user', async () => {
    const stage = await aStage({ allowedDomains: ['Here.test'] });

    await expect(logIn(stage, 'eve')).rejects.toMatchObject({ code: 'forbidden' });
    // The address is of the domain, and the provider says that it was not verified.
    await expect(logIn(stage, 'bob')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(logIn(stage, 'ann')).resolves.toBeDefined();

    const { users } = await stage.engine.client.call('users.list', {});
    expect(users.map(({ username }) => username)).toEqual(['ann', 'root']);
  });

  it('refuses unknown people where logins make no users', async () => {
    const stage = await aStage({ autoSignup: false });

    await expect(logIn(stage, 'ann')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('refuses a disabled user', async () => {
    const stage = await aStage();
    const { user } = await logIn(stage, 'ann');
    await stage.engine.client.call('users.update', { userId: user.id, isDisabled: true });

    await expect(logIn(stage, 'ann')).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('disabled'),
    });
  });

  it('gives the role of the groups anew at each login, unless that is switched off', async () => {
    const stage = await aStage();
    await logIn(stage, 'ann');
    stage.oidc.groupMappings = { ops: 'manager' };
    expect((await logIn(stage, 'ann')).user.role).toBe('manager');

    stage.oidc.groupMappings = { ops: 'viewer' };
    stage.oidc.skipRoleSync = true;

    expect((await logIn(stage, 'ann')).user.role).toBe('manager');
  });

  it('never takes its role from the last administrator', async () => {
    const stage = await aStage();
    const { user: bob } = await logIn(stage, 'bob');
    const { users } = await stage.engine.client.call('users.list', {});
    const root = users.find(({ username }) => username === 'root');
    await stage.engine.client.call('users.update', { userId: root?.id ?? '', isDisabled: true });
    stage.oidc.groupMappings = { ops: 'operator' };

    expect((await logIn(stage, 'bob')).user).toMatchObject({ id: bob.id, role: 'admin' });
  });

  it('makes no user but an administrator the first one', async () => {
    const provider = await anIdentityProvider(people, CALLBACK);
    const auth = {
      ...builtinAuth,
      admin: null,
      oidc: { ...settings, issuer: provider.issuer },
    };
    const engine = await anEngine({ config: temporaryConfig({ auth }) });
    const stage = { provider, engine, oidc: auth.oidc };

    await expect(logIn(stage, 'ann')).rejects.toMatchObject({ code: 'forbidden' });

    expect((await logIn(stage, 'bob')).user.role).toBe('admin');
  });

  it('is unavailable while the provider is, and works when it is back', async () => {
    const stage = await aStage();
    stage.provider.fail(true);
    const start = () => stage.engine.call('auth.oidcStart', {}, nobody);
    await expect(start()).rejects.toMatchObject({ code: 'service_unavailable' });

    stage.provider.fail(false);

    await expect(logIn(stage, 'ann')).resolves.toBeDefined();
  });

  it('is over after ten minutes, and asks for the addresses of the provider anew after an hour', async () => {
    const provider = await anIdentityProvider(people, CALLBACK);
    const clock = manualClock();
    const complaints: Complaint[] = [];
    const oidc = createOidc({
      settings: { ...settings, scopes: ['email'], issuer: provider.issuer },
      clock,
      log: silentLogger(complaints),
    });
    const begun = await oidc.start();
    const { searchParams } = await provider.logIn(begun.url, 'ann');
    const { code = '', state = '', iss } = Object.fromEntries(searchParams);

    clock.advance(600_000);
    await expect(oidc.finish({ code, state, iss })).rejects.toMatchObject({ code: 'unauthorized' });
    await oidc.start();
    clock.advance(3_000_000);
    await oidc.start();

    const count = (path: string) => provider.asked.filter((line) => line.endsWith(path)).length;
    expect([count('/token'), count('/.well-known/openid-configuration')]).toEqual([0, 2]);
    expect(new URL(begun.url).searchParams.get('scope')).toBe('openid email');
  });

  it('is unavailable while the provider calls itself by another name than the settings do', async () => {
    const stage = await aStage();
    const { issuer, pretend } = stage.provider;
    const addresses = { authorization_endpoint: `${issuer}/auth`, jwks_uri: `${issuer}/jwks` };
    const other = { issuer: 'http://127.0.0.1:1', response_types_supported: ['code'] };
    pretend('/.well-known/openid-configuration', JSON.stringify({ ...other, ...addresses }));
    const start = stage.engine.call('auth.oidcStart', {}, nobody);
    await expect(start).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('`auth.builtin.oidc`'),
    });

    pretend('/.well-known/openid-configuration', null);

    await expect(logIn(stage, 'ann')).resolves.toBeDefined();
  });

  it('is unavailable when the provider answers nonsense, none of which is in the log', async () => {
    const provider = await anIdentityProvider(people, CALLBACK);
    const complaints: Complaint[] = [];
    const log = silentLogger(complaints);
    const own = { ...settings, issuer: provider.issuer };
    const oidc = createOidc({ settings: own, clock: manualClock(), log });
    const { state } = await oidc.start();
    provider.pretend('/token', 'hush');

    const finished = oidc.finish({ code: 'a', state, iss: provider.issuer });

    await expect(finished).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.not.stringContaining('hush'),
    });
    expect(complaints).toHaveLength(1);
    expect(JSON.stringify(complaints)).not.toContain('hush');
  });

  it('is not there where it is not configured', async () => {
    const engine = await anEngine({ config: temporaryConfig({ auth: builtinAuth }) });

    const start = engine.call('auth.oidcStart', {}, localOwner);

    await expect(start).rejects.toMatchObject({ code: 'not_found' });
  });

  it('does not start with a provider that is asked in plain text over the network', async () => {
    const oidc = { ...settings, issuer: 'http://provider.test' };
    const config = temporaryConfig({ auth: { ...builtinAuth, oidc } });
    const clock = manualClock();

    await expect(anEngine({ config, clock })).rejects.toThrow('must start with https://');

    expect(clock.pending()).toBe(0);
  });
});
