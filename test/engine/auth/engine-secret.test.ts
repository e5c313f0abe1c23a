import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import keytar from 'keytar';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEngineSecret } from '../../../engine/auth/engine-secret.ts';
import { secretFile } from '../../../engine/auth/secret-file.ts';
import type { Config } from '../../../engine/config/config.ts';
import { StartError } from '../../../engine/lib/start-error.ts';
import type { Clock } from '../../../engine/lib/clock.ts';
import { createStoredSecrets } from '../../../engine/platform/keychain/stored-secrets.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { anEngine } from '../../support/engine.ts';
import { builtinAuth, temporaryConfig } from '../../support/home.ts';
import { describeWithReal } from '../../support/real.ts';
import { startKeyring, type SessionBus } from '../../support/session-bus.ts';

function kept(store: Config['auth']['token']['store']): Config {
  return temporaryConfig({ auth: { ...builtinAuth, token: { ...builtinAuth.token, store } } });
}

const open = (config: Config, clock: Pick<Clock, 'after'> = systemClock) =>
  openEngineSecret(
    config,
    createStoredSecrets({ dataDir: config.paths.dataDir, clock: { ...systemClock, ...clock } }),
  );
const entryOf = ({ paths }: Config) => ['Dagwright', `secret of ${paths.dataDir}`] as const;

const root = { username: 'root', password: 'root-password' };

describeWithReal('keyring', 'the secret of an engine in the keychain', (program) => {
  let bus: SessionBus;
  beforeAll(async () => {
    bus = await startKeyring(program);
    // For the whole file: the library keeps the bus that it first asked.
    process.env['DBUS_SESSION_BUS_ADDRESS'] = bus.address;
  });
  afterAll(() => bus.end());

  it('is made once for each data folder, and lies in no file', async () => {
    const config = kept('keychain');

    const secret = (await open(config))();

    expect(secret).toHaveLength(32);
    expect((await open(config))()).toEqual(secret);
    expect((await open(kept('keychain')))()).not.toEqual(secret);
    expect(existsSync(secretFile(config.paths.dataDir))).toBe(false);
    expect(await keytar.getPassword(...entryOf(config))).toBe(secret.toString('base64url'));
  });

  it('keeps sessions good over a restart', async () => {
    const first = await anEngine({ config: kept('keychain') });
    const { token } = await first.client.call('auth.login', root);
    await first.stop();

    const second = await anEngine({ config: first.config });

    const credentials = { authorization: `Bearer ${token}`, origin: '192.0.2.1' };
    expect(await second.authenticate(credentials)).toMatchObject({ name: 'root', role: 'admin' });
    expect(existsSync(secretFile(first.config.paths.dataDir))).toBe(false);
  });

  it('comes from the file where it lay until then, so that no session ends', async () => {
    const before = await anEngine({ config: kept('file') });
    const { token } = await before.client.call('auth.login', root);
    await before.stop();
    const { paths } = before.config;

    const after = await anEngine({ config: { ...kept('keychain'), paths } });

    const credentials = { authorization: `Bearer ${token}`, origin: '192.0.2.1' };
    expect(await after.authenticate(credentials)).toMatchObject({ name: 'root' });
    expect(existsSync(secretFile(paths.dataDir))).toBe(false);
  });

  it('stops the start when the entry holds something else, and leaves it as it is', async () => {
    const config = kept('keychain');
    await keytar.setPassword(...entryOf(config), 'mended by hand');

    await expect(open(config)).rejects.toThrow(/is not a secret of the engine/);
    expect(await keytar.getPassword(...entryOf(config))).toBe('mended by hand');
  });

  it('does not take the place of a file that is damaged', async () => {
    const config = kept('keychain');
    mkdirSync(config.paths.dataDir);
    writeFileSync(secretFile(config.paths.dataDir), 'half');

    await expect(open(config)).rejects.toThrow(StartError);
    expect(await keytar.getPassword(...entryOf(config))).toBeNull();
  });

  it('is not waited for beyond a minute', async () => {
    const atOnce = { after: (_ms: number, callback: () => void) => (callback(), () => undefined) };

    await expect(open(kept('keychain'), atOnce)).rejects.toThrow(
      /Cannot use the keychain for the secret of the engine: it was not unlocked in time.+`auth.builtin.token.store: file`/,
    );
  });
});
