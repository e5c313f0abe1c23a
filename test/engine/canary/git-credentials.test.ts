import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import {
  operationNames,
  operations,
  type OperationName,
} from '../../../engine/contract/operations.ts';
import { createEngine, type Engine } from '../../../engine/index.ts';
import { eventually } from '../../support/eventually.ts';
import { runToEnd } from '../../support/engine.ts';
import { aHttpRemote } from '../../support/git/http-remote.ts';
import { anSshRemote } from '../../support/git/ssh-remote.ts';
import { noGitSync, temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { keychain } from '../../support/keychain.ts';
import { describeWithReal } from '../../support/real.ts';
import { startKeyring, type Keyring } from '../../support/session-bus.ts';
import { dag } from '../sync/sync-world.ts';
import { everythingAbout, filesWith, found, keepingLogger, type Finding } from './look-for.ts';

/** No word of any text, and other letters in each way to write it. */
const aCanary = (): string => `kanarie+${randomBytes(12).toString('hex')}/==`;

/** The ways in which a credential goes about. */
function formsOf(canary: string, user: string): readonly string[] {
  const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '');
  return [
    canary,
    base64(canary),
    base64(`${user}:${canary}`),
    Buffer.from(canary).toString('hex'),
    encodeURIComponent(canary),
    JSON.stringify(canary).slice(1, -1),
  ];
}

/** An engine with Git Sync whose every word is kept, and that gets its credentials as a person gives them. */
async function aWatchedEngine(changes: object) {
  const said: string[] = [];
  const auth = { ...noGitSync.auth, ...('auth' in changes ? (changes.auth as object) : {}) };
  const gitSync = { ...noGitSync, enabled: true, trust: 'review' as const, ...changes, auth };
  const config = temporaryConfig({ debug: true, gitSync });
  const engine = await createEngine({ config, log: keepingLogger(said) });
  engine.subscribe({}, (event) => said.push(JSON.stringify(event)));
  onTestFinished(async () => void (await engine.stop()));
  const call = async (...asked: Parameters<Engine['client']['call']>): Promise<unknown> => {
    const answer = await engine.client.call(...asked).catch((error: unknown) => error);
    said.push(answer instanceof Error ? `${answer.stack} ${JSON.stringify(answer)}` : '');
    said.push(JSON.stringify(answer) ?? '');
    return answer;
  };
  const write = (name: string, text: string) => {
    mkdirSync(config.paths.dagsDir, { recursive: true });
    writeFileSync(join(config.paths.dagsDir, name), text);
  };
  return { engine: { ...engine, config, complaints: [] }, said, call, write };
}

type Watched = Awaited<ReturnType<typeof aWatchedEngine>>;

/** Pull, publish and all that goes wrong with them, and what is asked besides. */
async function useGit({ engine, call, write, said }: Watched, canary: string): Promise<void> {
  await call('sync.pull', {});
  const shown = (await call('sync.diff', { itemId: 'a' })) as { readonly reviewHash: string };
  await call('sync.accept', { itemId: 'a', hash: shown.reviewHash });
  write('mine.yaml', dag('mine'));
  await call('sync.publish', { itemId: 'mine', message: 'Mine', force: false });
  write('leak.yaml', dag(canary));
  await call('sync.publish', { itemId: 'leak', message: 'Leak', force: false });
  write('leak.yaml', dag('none'));
  await call('sync.testConnection', {});
  await call('system.doctor', {});
  const { run } = await runToEnd(dag('a'), { engine, name: 'a' });
  said.push(...(await everythingAbout(engine, run)).values());
  for (const name of operationNames.filter(isOfGit)) await call(name, { itemId: 'a' });
}

/** What Git Sync can be asked without a change. */
const isOfGit = (name: OperationName): boolean =>
  name.startsWith('sync.') && operations[name].method === 'get';

/** Every place where a credential is that it must not be in. */
function findings({ engine, said }: Watched, forms: readonly string[]): readonly Finding[] {
  const home = dirname(engine.config.paths.dataDir);
  return forms.flatMap((form) => [
    ...said.flatMap((line) => found('said', line, form)),
    ...filesWith(home, form),
  ]);
}

/** What the processes below this one show of themselves to others. */
function processesWith(forms: readonly string[]): readonly Finding[] {
  return descendants(process.pid).flatMap((pid) =>
    ['cmdline', 'environ'].flatMap((file) => {
      const text = readOrNothing(`/proc/${pid}/${file}`);
      return forms.flatMap((form) => found(`${file} of ${readName(pid)}`, text, form));
    }),
  );
}

function descendants(pid: number): readonly number[] {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const children = tasks
    .flatMap((task) => readOrNothing(`/proc/${pid}/task/${task}/children`).split(' '))
    .filter((child) => child !== '')
    .map(Number);
  return [...children, ...children.flatMap((child) => (isThere(child) ? descendants(child) : []))];
}

const isThere = (pid: number): boolean => readOrNothing(`/proc/${pid}/stat`) !== '';
const readName = (pid: number): string => readOrNothing(`/proc/${pid}/cmdline`);

/** A process may end at any moment. */
function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

describeWithReal('keyring', 'a credential of Git Sync in the keychain', (program) => {
  let keyring: Keyring;
  beforeAll(async () => {
    keyring = await startKeyring(program);
    process.env['DBUS_SESSION_BUS_ADDRESS'] = keyring.address;
  });
  afterAll(() => keyring.end());

  it('is a token that is found nowhere else, whatever is done with it', async () => {
    const canary = aCanary();
    const remote = await aHttpRemote(join(temporaryFolder('remote'), 'repository.git'));
    await remote.repository.commit({ 'a.yaml': dag('a') }, { message: 'First' });
    remote.token = canary;
    const watched = await aWatchedEngine({ repository: remote.url });
    const { engine, call } = watched;

    const resume = keyring.pause();
    const stored = call('sync.setConfig', { auth: { token: canary } });
    await eventually(() => descendants(process.pid).length > 0, 'the keychain is asked');
    const whileStored = processesWith([canary]);
    resume();
    await stored;
    let whileFetched: readonly Finding[] | undefined;
    remote.trouble = (kind) => {
      if (kind === 'pack') whileFetched ??= processesWith(formsOf(canary, userOf(remote.seen)));
      return undefined;
    };
    await useGit(watched, canary);
    remote.token = 'another';
    await call('sync.pull', {});
    await call('sync.testConnection', {});
    await remote.unplug();
    await call('sync.pull', {});
    const forms = formsOf(canary, userOf(remote.seen));
    const running = findings(watched, forms);
    await engine.stop();

    expect(whileStored).toEqual([]);
    expect(whileFetched).toEqual([]);
    expect(running).toEqual([]);
    expect(findings(watched, forms)).toEqual([]);
    expect(await remote.repository.files()).toEqual(['a.yaml', 'mine.yaml']);
    const account = `git-sync token of ${engine.config.paths.dataDir}`;
    expect(await keychain.read(account)).toBe(canary);
  }, 90_000);

  it('is the passphrase of a key that is found nowhere else', async () => {
    const canary = aCanary();
    const folder = temporaryFolder('ssh');
    const remote = await anSshRemote(folder, { passphrase: canary });
    await remote.repository.commit({ 'a.yaml': dag('a') }, { message: 'First' });
    const { keyPath: sshKeyPath, knownHosts: sshKnownHosts } = remote;
    const auth = { type: 'ssh', sshKeyPath, sshKnownHosts };
    const watched = await aWatchedEngine({ repository: remote.url, auth });
    const { engine, call } = watched;

    await call('sync.setConfig', { auth: { ssh_passphrase: canary } });
    await useGit(watched, canary);
    const whileOpen = processesWith(formsOf(canary, remote.user));
    writeFileSync(sshKnownHosts, '');
    await call('sync.pull', {});
    await remote.kill();
    await call('sync.testConnection', {});
    await call('sync.setConfig', { auth: { ssh_passphrase: `${canary}wrong` } });
    await call('sync.pull', {});
    await call('sync.setConfig', { auth: { ssh_passphrase: canary } });
    const forms = formsOf(canary, remote.user);
    const running = findings(watched, forms);
    await engine.stop();

    expect(whileOpen).toEqual([]);
    expect(running).toEqual([]);
    expect(findings(watched, forms)).toEqual([]);
    expect(await remote.repository.files()).toEqual(['a.yaml', 'mine.yaml']);
    const account = `git-sync passphrase of ${engine.config.paths.dataDir}`;
    expect(await keychain.read(account)).toBe(canary);
  }, 90_000);
});

function userOf(seen: readonly { readonly authorization: string | undefined }[]): string {
  const [pair] = seen.flatMap(({ authorization }) => authorization?.replace('Basic ', '') ?? []);
  return (
    Buffer.from(pair ?? '', 'base64')
      .toString()
      .split(':')[0] ?? ''
  );
}
