import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createEngineSecret } from '../../../engine/auth/engine-secret.ts';
import { secretFile } from '../../../engine/auth/secret-file.ts';
import type { Config } from '../../../engine/config/config.ts';
import { StartError } from '../../../engine/lib/start-error.ts';
import type { Clock } from '../../../engine/lib/clock.ts';
import { createStoredSecrets } from '../../../engine/platform/keychain/stored-secrets.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { keepingLogger } from '../canary/look-for.ts';
import { anEngine } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { builtinAuth, temporaryConfig } from '../../support/home.ts';
import { keychain } from '../../support/keychain.ts';
import { describeWithReal } from '../../support/real.ts';
import { startKeyring, type Keyring } from '../../support/session-bus.ts';

type Store = Config['auth']['token']['store'];

function kept(store: Store): Config {
  const token = { ...builtinAuth.token, store };
  const config = temporaryConfig({ auth: { ...builtinAuth, token } });
  mkdirSync(config.paths.dataDir);
  return config;
}

const sameHome = ({ paths }: Config, store: Store): Config => ({ ...kept(store), paths });

function secretOf(config: Config, { clock = {}, lines = [] }: Partial<Setting> = {}) {
  const all = { ...systemClock, ...clock };
  const secrets = createStoredSecrets({ dataDir: config.paths.dataDir, clock: all });
  return createEngineSecret({ config, secrets, clock: all, log: keepingLogger(lines) });
}

interface Setting {
  readonly clock: Partial<Clock>;
  /** Where the log goes. */
  readonly lines: string[];
}

const accountOf = ({ paths }: Config) => `secret of ${paths.dataDir}`;
const inKeychain = (config: Config) => keychain.read(accountOf(config));
const fileOf = ({ paths }: Config) => secretFile(paths.dataDir);
const waitsFor = (limitMs: number): Partial<Clock> => ({
  after: (delayMs, callback) =>
    delayMs === limitMs ? (callback(), () => undefined) : systemClock.after(delayMs, callback),
});

function withoutKeychain(): void {
  const { DBUS_SESSION_BUS_ADDRESS: address } = process.env;
  process.env['DBUS_SESSION_BUS_ADDRESS'] = 'unix:path=/nowhere/bus';
  onTestFinished(() => void (process.env['DBUS_SESSION_BUS_ADDRESS'] = address));
}

/** A home whose secret has moved to the keychain because an app ran there. */
async function aMovedSecret(): Promise<{ readonly config: Config; readonly secret: Buffer }> {
  const config = kept('auto');
  const engineSecret = secretOf(config);
  const secret = await engineSecret.get();
  await engineSecret.prepare();
  await eventually(() => !existsSync(fileOf(config)), 'the secret has moved');
  return { config, secret };
}

const root = { username: 'root', password: 'root-password' };

describeWithReal('keyring', 'the secret of an engine in the keychain', (program) => {
  let keyring: Keyring;
  beforeAll(async () => {
    keyring = await startKeyring(program);
    process.env['DBUS_SESSION_BUS_ADDRESS'] = keyring.address;
  });
  afterAll(() => keyring.end());

  it('is made once for each data folder, and lies in no file', async () => {
    const config = kept('keychain');

    const secret = await secretOf(config).get();

    expect(secret).toHaveLength(32);
    expect(await secretOf(config).get()).toEqual(secret);
    expect(await secretOf(kept('keychain')).get()).not.toEqual(secret);
    expect(existsSync(fileOf(config))).toBe(false);
    expect(await inKeychain(config)).toBe(secret.toString('base64url'));
  });

  it('keeps sessions good over a restart', async () => {
    const first = await anEngine({ config: kept('keychain') });
    const { token } = await first.client.call('auth.login', root);
    await first.stop();

    const second = await anEngine({ config: first.config });

    const credentials = { authorization: `Bearer ${token}`, origin: '192.0.2.1' };
    expect(await second.authenticate(credentials)).toMatchObject({ name: 'root', role: 'admin' });
    expect(existsSync(fileOf(first.config))).toBe(false);
  });

  it.each(['keychain', 'auto'] as const)(
    'comes from the file where it lay until then, so that no session ends: %s',
    async (store) => {
      const before = await anEngine({ config: kept('file') });
      const { token } = await before.client.call('auth.login', root);
      await before.stop();

      const after = await anEngine({ config: sameHome(before.config, store) });

      const credentials = { authorization: `Bearer ${token}`, origin: '192.0.2.1' };
      expect(await after.authenticate(credentials)).toMatchObject({ name: 'root' });
      await eventually(() => !existsSync(fileOf(before.config)), 'the secret has moved');
      expect(await inKeychain(before.config)).not.toBeNull();
    },
  );

  it('goes back to the file where the settings say so', async () => {
    const { config, secret } = await aMovedSecret();

    expect(await secretOf(sameHome(config, 'file')).get()).toEqual(secret);
    expect(existsSync(fileOf(config))).toBe(true);
    expect(await inKeychain(config)).toBeNull();
    withoutKeychain();
    expect(await secretOf(sameHome(config, 'file')).get()).toEqual(secret);
  });

  it.each(['keychain', 'auto', 'file'] as const)(
    'is the same when the engine was killed between its two places: %s',
    async (store) => {
      const { config, secret } = await aMovedSecret();
      writeFileSync(fileOf(config), secret.toString('base64url'));

      const next = secretOf(sameHome(config, store));
      await next.prepare();

      expect(await next.get()).toEqual(secret);
      expect(await secretOf(sameHome(config, store)).get()).toEqual(secret);
    },
  );

  it('is that of the file, which was in use, where the keychain has another one of an earlier home', async () => {
    const config = kept('file');
    const secret = await secretOf(config).get();
    await keychain.save(accountOf(config), Buffer.alloc(32).toString('base64url'));

    expect(await secretOf(sameHome(config, 'keychain')).get()).toEqual(secret);
    expect(await inKeychain(config)).toBe(secret.toString('base64url'));
  });

  it.each(['keychain', 'auto'] as const)(
    'is that which an engine before this one saved, and is missed from then on: %s',
    async (store) => {
      const config = kept(store);
      const secret = Buffer.alloc(32, 7);
      await keychain.save(accountOf(config), secret.toString('base64url'));

      expect(await secretOf(config).get()).toEqual(secret);
      await keychain.remove(accountOf(config));
      await expect(secretOf(config).get()).rejects.toThrow(/the entry was removed/);
    },
  );

  it.each(['keychain', 'file'] as const)(
    'stops the start while the keychain that has it is out of reach, and none takes its place: %s',
    async (store) => {
      const { config } = await aMovedSecret();
      withoutKeychain();

      await expect(secretOf(sameHome(config, store)).prepare()).rejects.toThrow(StartError);
      await expect(secretOf(sameHome(config, store)).prepare()).rejects.toThrow(
        /Cannot use the keychain for the secret of the engine: .+remove its entry from keychain.json/,
      );
      expect(existsSync(fileOf(config))).toBe(false);
    },
  );

  it('keeps the app from nothing but logins while the keychain is locked, and none takes its place', async () => {
    const { config, secret } = await aMovedSecret();
    await keyring.lock();
    onTestFinished(() => keyring.unlock());

    const engine = await anEngine({ config });

    expect(await engine.client.call('dags.list', {})).toMatchObject({ dags: [] });
    await expect(engine.client.call('auth.login', root)).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringMatching(/does not return the secret of the engine: it is locked/),
    });
    expect(existsSync(fileOf(config))).toBe(false);
    await keyring.unlock();
    expect(await engine.client.call('auth.login', root)).toMatchObject({ user: { role: 'admin' } });
    expect(await inKeychain(config)).toBe(secret.toString('base64url'));
  });

  it('holds no call up while a person is asked to unlock the keychain', async () => {
    const { config, secret } = await aMovedSecret();
    const lines: string[] = [];
    let clock = waitsFor(5000);
    const waiting = secretOf(config, {
      clock: { after: (...wait) => clock.after!(...wait) },
      lines,
    });

    await waiting.prepare();
    await expect(waiting.get()).rejects.toThrow(/does not respond.+Unlock it, then try again/);
    await eventually(() => lines.length > 0, 'it is logged');

    expect(lines).toEqual([expect.stringMatching(/^Logins and signed webhooks wait for/)]);
    clock = systemClock;
    expect(await waiting.get()).toEqual(secret);
  });

  it('lies in the file of an app without a keychain', async () => {
    withoutKeychain();
    const config = kept('auto');
    const lines: string[] = [];

    const engineSecret = secretOf(config, { lines });
    await engineSecret.prepare();
    const secret = await engineSecret.get();
    await eventually(() => lines.length > 0, 'it is logged');

    expect(existsSync(fileOf(config))).toBe(true);
    expect(await secretOf(sameHome(config, 'file')).get()).toEqual(secret);
    expect(lines).toEqual([expect.stringMatching(/^The secret of the engine stays in its file/)]);
  });

  it('is not looked for where nobody but the owner calls', async () => {
    const config = {
      ...kept('keychain'),
      auth: { ...kept('keychain').auth, mode: 'none' as const },
    };
    withoutKeychain();

    await anEngine({ config });
    await anEngine({ config: kept('keychain'), isService: false });

    expect(existsSync(fileOf(config))).toBe(false);
  });

  it.each(['keychain', 'auto'] as const)(
    'stops what needs it when the entry holds something else, and leaves it as it is: %s',
    async (store) => {
      const config = kept(store);
      await keychain.save(accountOf(config), 'fixed by hand');

      await expect(secretOf(config).get()).rejects.toThrow(/is not a secret of the engine/);
      expect(await inKeychain(config)).toBe('fixed by hand');
    },
  );

  it('does not take the place of a file that is damaged', async () => {
    const config = kept('keychain');
    writeFileSync(fileOf(config), 'half');

    await expect(secretOf(config).get()).rejects.toThrow(StartError);
    expect(await inKeychain(config)).toBeNull();
  });

  it('is not waited for beyond a minute', async () => {
    await expect(secretOf(kept('keychain'), { clock: waitsFor(60_000) }).prepare()).rejects.toThrow(
      /Cannot use the keychain for the secret of the engine: it was not unlocked in time.+`auth.builtin.token.store: file`/,
    );
  });
});
