import { homedir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import type { ClientChannel, ServerHostKeyAlgorithm } from 'ssh2';
import { readText } from '../../lib/regular-file.ts';
import type { Address } from './address.ts';
import { GitError, type Remote, type SshAuth } from './git.ts';
import { cutLine, wordsOf } from './git-requests.ts';
import {
  fingerprintOfKey,
  hostName,
  judgeHostKey,
  knownTypes,
  readKnownHosts,
  typeOfKey,
} from './known-hosts.ts';

type SshAddress = Extract<Address, { kind: 'ssh' }>;

/** A host that let us in. */
export interface SshConnection {
  readonly exec: (command: string) => Promise<ClientChannel>;
  readonly end: () => void;
}

const READY_MS = 20_000;
const ALIVE_MS = 15_000;

/** All but those that are signed with SHA-1. */
const hostKeys: readonly ServerHostKeyAlgorithm[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
];

/** Connects, checks the key of the host and logs in. @throws GitError */
export async function connectSsh(
  address: SshAddress,
  auth: Remote['auth'],
): Promise<SshConnection> {
  if (auth.type !== 'ssh') {
    throw new GitError(
      'address',
      'An SSH address requires SSH authentication. Set `git_sync.auth.type: ssh` and a key.',
    );
  }
  const { host, port, user } = address;
  const privateKey = readKey(auth);
  const name = hostName(host, port);
  const known = readKnown(auth);
  let refused: GitError | undefined;
  const client = new ssh2.Client();
  const { promise, resolve, reject } = Promise.withResolvers<SshConnection>();
  client.once('ready', () =>
    resolve({ exec: (command) => exec(client, command), end: () => client.end() }),
  );
  client.on('error', (error) => reject(refused ?? failure(error, address)));
  client.once('close', () => reject(refused ?? cutLine(host)));
  try {
    client.connect({
      host,
      port,
      username: user,
      privateKey,
      ...(auth.passphrase === null ? {} : { passphrase: auth.passphrase }),
      readyTimeout: READY_MS,
      keepaliveInterval: ALIVE_MS,
      algorithms: { serverHostKey: inOrder(knownTypes(known, name)) },
      hostVerifier: (key: Buffer) => {
        const verdict = judgeHostKey(known, name, key);
        if (verdict !== 'known') refused = refusedKey(verdict, { key, name, auth });
        return verdict === 'known';
      },
    });
  } catch (error) {
    reject(unreadable(auth, error as Error));
  }
  return promise;
}

function exec(client: ssh2.Client, command: string): Promise<ClientChannel> {
  return new Promise((resolve, reject) => {
    client.exec(command, (error, channel) => (error ? reject(error) : resolve(channel)));
  });
}

function readKey(auth: SshAuth): string {
  try {
    return readText(inHome(auth.keyPath), { links: 'follow' });
  } catch (error) {
    throw new GitError(
      'credential',
      `Cannot read the SSH key ${auth.keyPath}: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

const knownFile = (auth: SshAuth): string => inHome(auth.knownHosts ?? '~/.ssh/known_hosts');

function readKnown(auth: SshAuth): ReturnType<typeof readKnownHosts> {
  try {
    return readKnownHosts(readText(knownFile(auth), { links: 'follow' }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new GitError('host-key', `Cannot read ${knownFile(auth)}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function inHome(path: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}

/** Kinds of keys that are known first: of another one the host could not be recognized. */
function inOrder(known: readonly string[]): ServerHostKeyAlgorithm[] {
  const isKnown = (kind: string): boolean =>
    known.includes(kind.startsWith('rsa-') ? 'ssh-rsa' : kind);
  return [...hostKeys.filter(isKnown), ...hostKeys.filter((kind) => !isKnown(kind))];
}

interface ShownKey {
  readonly key: Buffer;
  readonly name: string;
  readonly auth: SshAuth;
}

function refusedKey(
  verdict: 'unknown' | 'changed' | 'revoked',
  { key, name, auth }: ShownKey,
): GitError {
  const shown = `${typeOfKey(key)} ${fingerprintOfKey(key)}`;
  const file = knownFile(auth);
  if (verdict === 'unknown') {
    return new GitError(
      'host-key',
      `The host key of ${name} is not known: ${shown}. If it is the right one, add this line to ${file}: ${name} ${typeOfKey(key)} ${key.toString('base64')}`,
    );
  }
  const why = verdict === 'revoked' ? 'is revoked' : 'has changed, which may be an attack';
  return new GitError(
    'host-key',
    `The host key of ${name} ${why}: it shows ${shown}. If the new key is right, replace the line of ${name} in ${file}.`,
  );
}

function failure(
  error: Error & { readonly level?: string; readonly code?: string },
  { host, user }: SshAddress,
): GitError {
  const options = { cause: error };
  if (error.level === 'client-authentication') {
    return new GitError(
      'credential',
      `Authentication failed: ${host} does not accept the key for the user ${user}. Add its public key there, or set another one.`,
      options,
    );
  }
  if (error.level === 'client-timeout')
    return new GitError('offline', `Cannot connect to ${host}: it does not respond.`, options);
  if (error.level === 'client-socket') {
    return new GitError(
      'offline',
      `Cannot connect to ${host}: ${wordsOf(error.code ?? '', error.message)}.`,
      options,
    );
  }
  return new GitError('failed', `The connection to ${host} failed: ${error.message}`, options);
}

function unreadable(auth: SshAuth, error: Error): GitError {
  const isLocked = /passphrase|bad decrypt|integrity/i.test(error.message);
  const what = isLocked
    ? auth.passphrase === null
      ? 'it has a passphrase, and none is set'
      : 'the passphrase is not right'
    : error.message;
  return new GitError('credential', `Cannot use the SSH key ${auth.keyPath}: ${what}.`, {
    cause: error,
  });
}
