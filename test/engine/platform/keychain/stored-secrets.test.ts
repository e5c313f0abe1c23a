import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SecretEntry } from '../../../../engine/contract/keychain.ts';
import {
  createStoredSecrets,
  type StoredSecrets,
} from '../../../../engine/platform/keychain/stored-secrets.ts';
import { systemClock } from '../../../../engine/platform/system-clock.ts';
import { filesWith } from '../../canary/look-for.ts';
import { temporaryFolder } from '../../../support/home.ts';
import { keychain } from '../../../support/keychain.ts';
import { describeWithReal } from '../../../support/real.ts';
import { startKeyring, type Keyring } from '../../../support/session-bus.ts';

const gitToken: SecretEntry = { kind: 'git-sync-token', name: '' };
const nodeToken: SecretEntry = { kind: 'node-token', name: 'berlin' };
const now = Date.parse('2026-02-03T10:00:00Z');
const savedAt = '2026-02-03T10:00:00.000Z';

const secretsOf = (dataDir: string) =>
  createStoredSecrets({ dataDir, clock: { ...systemClock, now: () => now } });

/** The keychain could be asked. */
async function listed(secrets: StoredSecrets) {
  const { entries, problem } = await secrets.list();
  expect(problem).toBeNull();
  return entries;
}

describeWithReal('keyring', 'what a home keeps in the keychain', (program) => {
  let keyring: Keyring;
  beforeAll(async () => {
    keyring = await startKeyring(program);
    process.env['DBUS_SESSION_BUS_ADDRESS'] = keyring.address;
  });
  afterAll(() => keyring.end());

  it('is saved, read, replaced, listed and forgotten', async () => {
    const dataDir = temporaryFolder();
    const secrets = secretsOf(dataDir);

    expect(await secrets.read(gitToken)).toBeNull();
    await secrets.save(gitToken, 'one');
    await secrets.save(nodeToken, 'two');
    await secrets.save(gitToken, 'three');

    expect(await secrets.read(gitToken)).toBe('three');
    expect(await secretsOf(dataDir).read(nodeToken)).toBe('two');
    expect(secrets.has(nodeToken)).toBe(true);
    expect(await listed(secrets)).toEqual([
      { ...nodeToken, savedAt, isReadable: true },
      { ...gitToken, savedAt, isReadable: true },
    ]);
    expect(await secrets.forget(gitToken)).toBe(true);
    expect(await secrets.forget(gitToken)).toBe(false);
    expect(await secrets.read(gitToken)).toBeNull();
    expect(await keychain.read(`git-sync token of ${dataDir}`)).toBeNull();
    expect(await keychain.read(`token of node berlin of ${dataDir}`)).toBe('two');
  });

  it('is not that of another home, nor of another node', async () => {
    const [one, other] = [secretsOf(temporaryFolder()), secretsOf(temporaryFolder())];
    await one.save(nodeToken, 'of the one');
    await other.save({ ...nodeToken, name: 'paris' }, 'of paris');

    expect(await other.read(nodeToken)).toBeNull();
    expect(await listed(other)).toMatchObject([{ name: 'paris' }]);
    expect(await other.forget(nodeToken)).toBe(false);
    expect(await one.read(nodeToken)).toBe('of the one');
  });

  it('stands in no file', async () => {
    const dataDir = temporaryFolder();

    await secretsOf(dataDir).save(gitToken, 'canary-3f1b');

    expect(filesWith(dataDir, 'canary-3f1b')).toEqual([]);
    expect(filesWith(dataDir, 'git-sync-token')).not.toEqual([]);
  });

  it('includes the secret that an engine before this one saved', async () => {
    const dataDir = temporaryFolder();
    await keychain.save(`secret of ${dataDir}`, 'of an earlier engine');

    const secrets = secretsOf(dataDir);

    expect(await secrets.read({ kind: 'secret', name: '' })).toBe('of an earlier engine');
    expect(await listed(secrets)).toEqual([
      { kind: 'secret', name: '', savedAt: '', isReadable: true },
    ]);
  });

  it('is missed when somebody removes it, until it is forgotten here too', async () => {
    const dataDir = temporaryFolder();
    const secrets = secretsOf(dataDir);
    await secrets.save(nodeToken, 'soon gone');
    await keychain.remove(`token of node berlin of ${dataDir}`);

    await expect(secrets.read(nodeToken)).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringMatching(
        /does not return the token of the remote node berlin.+removed/,
      ),
    });
    expect(await listed(secrets)).toEqual([{ ...nodeToken, savedAt, isReadable: false }]);
    expect(await secrets.forget(nodeToken)).toBe(true);
    expect(await listed(secrets)).toEqual([]);
  });

  it('is neither absent nor forgotten while the keychain is locked', async () => {
    const secrets = secretsOf(temporaryFolder());
    await secrets.save(gitToken, 'behind a lock');
    await keyring.lock();

    await expect(secrets.read(gitToken)).rejects.toThrow(
      /does not return the token of Git Sync: it is locked.+set `SVC_GITSYNC_AUTH_TOKEN`/,
    );
    await expect(secrets.save(nodeToken, 'more')).rejects.toThrow(/locked/);
    await expect(secrets.forget(gitToken)).rejects.toThrow(/locked/);
    expect(await listed(secrets)).toEqual([{ ...gitToken, savedAt, isReadable: false }]);

    await keyring.unlock();
    expect(await secrets.read(gitToken)).toBe('behind a lock');
  });

  it('is asked for no longer than a minute, and what is asked next is answered', async () => {
    const dataDir = temporaryFolder();
    await secretsOf(dataDir).save(gitToken, 'there');
    let isOver = true;
    const secrets = createStoredSecrets({
      dataDir,
      clock: {
        ...systemClock,
        after: (_ms, callback) => (isOver && callback(), () => undefined),
      },
    });

    await expect(secrets.read(gitToken)).rejects.toThrow(/not unlocked in time/);
    isOver = false;

    expect(await secrets.read(gitToken)).toBe('there');
  });

  it('is not guessed from a list that is damaged', async () => {
    const dataDir = temporaryFolder();
    const secrets = secretsOf(dataDir);
    await secrets.save(gitToken, 'there');
    const file = join(dataDir, 'keychain.json');
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 20));

    await expect(secrets.read(gitToken)).rejects.toThrow(/is not a list of keychain entries/);
  });
});
