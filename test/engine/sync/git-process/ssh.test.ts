import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parseAddress } from '../../../../engine/sync/git-process/address.ts';
import { once, whole } from '../../../../engine/sync/git-process/git-requests.ts';
import type { Remote, SshAuth } from '../../../../engine/sync/git-process/git.ts';
import { gitLimits } from '../../../../engine/sync/git-process/limits.ts';
import { sshRequests } from '../../../../engine/sync/git-process/ssh-requests.ts';
import { eventually } from '../../../support/eventually.ts';
import { anSshRemote, type SshRemote } from '../../../support/git/ssh-remote.ts';
import { temporaryFolder } from '../../../support/home.ts';
import { describeWithReal } from '../../../support/real.ts';
import { manualClock } from '../../api/manual-clock.ts';
import { aGit, at, me, textsOf } from './a-git.ts';

interface SshWorld {
  readonly git: ReturnType<typeof aGit>;
  readonly elsewhere: SshRemote;
  readonly remote: Remote & { readonly auth: SshAuth };
  readonly knownHosts: string;
}

/** Does not get smaller on its way. */
const noise = randomBytes(8_000).toString('hex');

async function anSshWorld(options: Parameters<typeof anSshRemote>[1] = {}): Promise<SshWorld> {
  const folder = temporaryFolder('ssh');
  const elsewhere = await anSshRemote(folder, options);
  await elsewhere.repository.commit({ 'a.yaml': noise, 'it is/b.yaml': 'two' });
  const knownHosts = join(folder, 'known_hosts');
  writeFileSync(knownHosts, `[127.0.0.1]:${elsewhere.port} ${elsewhere.hostKey}\n`);
  const auth = { type: 'ssh', keyPath: elsewhere.keyPath, passphrase: null, knownHosts } as const;
  return {
    git: aGit(),
    elsewhere,
    knownHosts,
    remote: { repository: elsewhere.url, branch: 'main', auth },
  };
}

/** A host that says these words and nothing more, and a clock that stands still. */
async function aSilentHost(words: string) {
  const gate = `: > "$0.began"\n${words}\nexec sleep 1000`;
  const { elsewhere, remote } = await anSshWorld({ gate });
  const address = parseAddress(elsewhere.url);
  if (address.kind !== 'ssh') throw new Error('It is reached over SSH.');
  const clock = manualClock();
  const { send, close } = sshRequests(address, remote.auth, { clock, limits: gitLimits });
  onTestFinished(close);
  const refs = () => send({ url: 'http://ssh.invalid/info/refs?service=git-upload-pack' });
  return { clock, send, refs, began: join(elsewhere.keyPath, '..', 'gate.began') };
}

describeWithReal('sshd', 'a branch that is reached over SSH', () => {
  it('comes here, and goes to a commit of ours', async () => {
    const { git, elsewhere, remote } = await anSshWorld();
    const { head } = await git.fetch(remote);
    expect(await textsOf(git, head ?? '', 'it is')).toEqual({ 'b.yaml': 'two' });
    const changes = [{ path: 'c.yaml', bytes: Buffer.from('mine') }];
    const commit = await git.commit({ parent: head, changes, message: 'Mine', author: me, at });

    expect(await git.push(remote, { commit, expected: head })).toBe('pushed');
    expect(await git.fetch(remote)).toEqual({ head: commit });
    const theirs = await elsewhere.repository.commit({ 'a.yaml': 'theirs' });
    expect(await git.fetch(remote)).toEqual({ head: theirs });
    expect(await elsewhere.repository.show('c.yaml')).toBe('mine');
  });

  it.each(['rsa', 'ecdsa', 'ed25519'] as const)(
    'opens to a key of the kind %s with a passphrase',
    async (keyType) => {
      const { git, elsewhere, remote } = await anSshWorld({ keyType, passphrase: 'open sesame' });
      const withPassphrase = (passphrase: string | null): Remote => ({
        ...remote,
        auth: { ...remote.auth, passphrase },
      });

      await expect(git.fetch(remote)).rejects.toMatchObject({
        reason: 'login',
        message: expect.stringContaining('passphrase'),
      });
      await expect(git.fetch(withPassphrase('wrong'))).rejects.toMatchObject({
        reason: 'login',
      });
      expect(await git.fetch(withPassphrase('open sesame'))).toEqual({
        head: await elsewhere.repository.head(),
      });
    },
  );

  it('stays closed to a stranger, a key that is missing, and a token', async () => {
    const { git, elsewhere, remote } = await anSshWorld();
    const withKey = (keyPath: string): Remote => ({ ...remote, auth: { ...remote.auth, keyPath } });

    await expect(git.fetch(withKey(elsewhere.strangerPath))).rejects.toMatchObject({
      reason: 'credential',
    });
    await expect(git.fetch(withKey('/nowhere/key'))).rejects.toMatchObject({
      reason: 'login',
    });
    await expect(
      git.fetch({ ...remote, auth: { type: 'token', token: 'x' } }),
    ).rejects.toMatchObject({ reason: 'address' });
  });

  it('is not asked for before the key of its host is known', async () => {
    const { git, elsewhere, remote, knownHosts } = await anSshWorld();
    rmSync(knownHosts);

    const refusal = await git.fetch(remote).catch((error: unknown) => error);

    expect(refusal).toMatchObject({
      reason: 'host-key',
      message: expect.stringMatching(/SHA256:[\w+/]{43}/),
    });
    // The line that it says to add is the right one.
    const [, line = ''] = / add this line to \S+: `(.*)`$/.exec(String(refusal)) ?? [];
    appendFileSync(knownHosts, `${line}\n`);
    expect(await git.fetch(remote)).toEqual({ head: await elsewhere.repository.head() });
  });

  it('is not asked for where its host shows another key than before', async () => {
    const one = await anSshWorld();
    const two = await anSshWorld();
    writeFileSync(one.knownHosts, `[127.0.0.1]:${one.elsewhere.port} ${two.elsewhere.hostKey}\n`);

    await expect(one.git.fetch(one.remote)).rejects.toMatchObject({
      reason: 'host-key',
      message: expect.stringContaining('has changed'),
    });
  });

  it.each([
    ['100', 'while the branches are named'],
    ['2000', 'in the middle of the objects'],
  ])('is cut after %s bytes, %s, and comes the next time', async (bytes) => {
    const { git, elsewhere, remote } = await anSshWorld({
      gate: `if [ -e "$0.cut" ]; then git-shell -c "$SSH_ORIGINAL_COMMAND" | { dd bs=1 count=${bytes}; kill -9 $PPID; }; fi; exec git-shell -c "$SSH_ORIGINAL_COMMAND"`,
    });
    const cut = join(elsewhere.keyPath, '..', 'gate.cut');
    writeFileSync(cut, '');

    await expect(git.fetch(remote)).rejects.toMatchObject({
      reason: expect.stringMatching(/cut|failed/),
    });

    rmSync(cut);
    expect(await git.fetch(remote)).toEqual({ head: await elsewhere.repository.head() });
  });

  it('is given up when its host names no branch for five minutes', async () => {
    const { clock, refs, began } = await aSilentHost('');

    const refusal = refs().catch((error: unknown) => error);
    await eventually(() => existsSync(began), 'the host is asked');
    clock.advance(300_000);

    expect(await refusal).toMatchObject({
      reason: 'time',
      message: '127.0.0.1 has sent nothing for five minutes. Try again later.',
    });
  });

  it('is given up when its host has no answer for five minutes', async () => {
    const { clock, refs, send } = await aSilentHost('printf 0000');
    await refs();
    const url = 'http://ssh.invalid/git-upload-pack';
    const { body } = await send({ url, method: 'POST', body: once(Buffer.from('0000')) });

    const refusal = whole(body).catch((error: unknown) => error);
    await eventually(() => clock.pending() === 1, 'it waits');
    clock.advance(299_999);
    expect(clock.pending()).toBe(1);
    clock.advance(1);

    expect(await refusal).toMatchObject({ reason: 'time' });
  });

  it('of a repository that is missing says so, and of a host that is gone too', async () => {
    const { git, elsewhere, remote } = await anSshWorld();

    await expect(git.fetch({ ...remote, repository: `${elsewhere.url}x` })).rejects.toMatchObject({
      reason: 'not-found',
    });
    await elsewhere.kill();
    await expect(git.fetch(remote)).rejects.toMatchObject({ reason: 'offline' });
  });

  it('whose path would be a command is only a path', async () => {
    const { git, elsewhere, remote } = await anSshWorld({ gate: 'eval "$SSH_ORIGINAL_COMMAND"' });
    const mark = join(elsewhere.keyPath, '..', 'mark');
    const repository = `ssh://${elsewhere.user}@127.0.0.1:${elsewhere.port}/x';touch%20${mark};'`;

    await expect(git.fetch({ ...remote, repository })).rejects.toMatchObject({
      reason: 'not-found',
    });
    expect(() => rmSync(mark)).toThrow();
  });

  it('passes each part of a test, or says which one fails', async () => {
    const { git, elsewhere, remote } = await anSshWorld();
    const states = async (tested: Remote): Promise<string> =>
      (await git.test(tested)).map(({ name, state }) => `${name} ${state}`).join(', ');

    expect(await states(remote)).toBe(
      'address passed, host passed, credential passed, branch passed, push passed',
    );
    expect(await states({ ...remote, auth: { ...remote.auth, knownHosts: '/nowhere' } })).toBe(
      'address passed, host failed, credential skipped, branch skipped, push skipped',
    );
    expect(
      await states({ ...remote, auth: { ...remote.auth, keyPath: elsewhere.strangerPath } }),
    ).toBe('address passed, host passed, credential failed, branch skipped, push skipped');
    expect(await states({ ...remote, auth: { ...remote.auth, keyPath: '/nowhere/key' } })).toBe(
      'address passed, host skipped, credential failed, branch skipped, push skipped',
    );
  });
});
