import type { Duplex } from 'node:stream';
import ssh2 from 'ssh2';
import type { ClientChannel } from 'ssh2';
import { anyHostKey, knownHostKeys } from './host-key.ts';
import { loginOf, type SshCredentials } from './login.ts';
import { connectFailure, lostLine, SshError } from './ssh-error.ts';

/** A host, and how to be let in. */
export interface SshHost {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly credentials: SshCredentials;
}

/** How a host is reached. */
export interface SshTarget extends SshHost {
  /** The file of known hosts; null: any key is taken. */
  readonly knownHosts: string | null;
  /** How long it may take to be let in. */
  readonly readyMs: number;
  /** A host that has not responded to three questions, this far apart, is lost. */
  readonly aliveMs: number;
  /** The host through which it is reached; null: none. */
  readonly bastion: SshHost | null;
}

/** A host that let us in. */
export interface SshConnection {
  readonly host: string;
  readonly client: ssh2.Client;
  readonly exec: (command: string) => Promise<ClientChannel>;
  /** Why it is over, or what it would be if it is lost now. */
  readonly lost: () => SshError;
  readonly end: () => void;
}

/** Connects, checks the key of the host and logs in. @throws SshError */
export async function connectSsh(target: SshTarget): Promise<SshConnection> {
  const { bastion } = target;
  if (bastion === null) return open(target, null);
  const before = await open({ ...target, ...bastion }, null);
  try {
    const connection = await open(target, await passThrough(before, target));
    connection.client.once('close', before.end);
    return connection;
  } catch (error) {
    before.end();
    throw error;
  }
}

type Way = Omit<SshTarget, 'bastion'>;

async function open(target: Way, sock: Duplex | null): Promise<SshConnection> {
  const { host, port, user, knownHosts } = target;
  const login = loginOf(user, target.credentials);
  const { kinds, refusal } =
    knownHosts === null ? anyHostKey : knownHostKeys(host, port, knownHosts);
  let refused: SshError | undefined;
  let last: Error | undefined;
  const client = new ssh2.Client();
  const { promise, resolve, reject } = Promise.withResolvers<SshConnection>();
  const lost = (): SshError => lostLine(host, last);
  client.once('ready', () => {
    resolve({
      host,
      client,
      exec: (command) => exec(client, host, command),
      lost,
      end: () => client.end(),
    });
  });
  client.on('error', (error: Error & { readonly level?: string }) => {
    // There are further keys, or the next way to log in.
    if (error.level === 'agent') return;
    last = error;
    reject(refused ?? connectFailure(error, host, login.refused));
  });
  client.once('close', () => reject(refused ?? lost()));
  client.connect({
    host,
    port,
    username: user,
    ...(sock === null ? {} : { sock }),
    authHandler: login.methods,
    readyTimeout: target.readyMs,
    keepaliveInterval: target.aliveMs,
    algorithms: { serverHostKey: kinds },
    hostVerifier: (key: Buffer) => {
      refused = refusal(key);
      return refused === undefined;
    },
  });
  // A small request would wait for the acknowledgment of the one before: 40 ms each.
  client.setNoDelay(true);
  return promise;
}

function exec(client: ssh2.Client, host: string, command: string): Promise<ClientChannel> {
  return new Promise((resolve, reject) => {
    client.exec(command, (error, channel) => {
      if (error)
        reject(
          new SshError('failed', `${host} runs no command: ${error.message}.`, { cause: error }),
        );
      else resolve(channel);
    });
  });
}

/** A line from the bastion on to the host. */
function passThrough(
  { client, lost }: SshConnection,
  { host, port, bastion, readyMs }: SshTarget,
): Promise<Duplex> {
  const failed = (words: string, options?: ErrorOptions): SshError =>
    new SshError('offline', `Cannot connect to ${host} from ${bastion?.host}: ${words}.`, options);
  return new Promise((resolve, reject) => {
    client.once('close', () => reject(lost()));
    const isLate = AbortSignal.timeout(readyMs);
    isLate.addEventListener('abort', () => reject(failed('it does not respond')));
    client.forwardOut('127.0.0.1', 0, host, port, (error, channel) => {
      if (error) reject(failed(error.message, { cause: error }));
      else resolve(channel);
    });
  });
}
