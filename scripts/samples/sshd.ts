import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../test/support/home.ts';
import { killed } from './redis-server.ts';
import { realProgram } from '../test/counterparts.ts';

/** A real sshd on loopback, which a key of its folder opens for the user who starts it. */
export interface Sshd {
  readonly user: string;
  readonly port: number;
  readonly keyPath: string;
  /** Opens nothing. */
  readonly strangerPath: string;
  /** The public key of the host, as a line of known hosts has it: type and key. */
  readonly hostKey: string;
  readonly hostKeyFile: string;
  /** A file of known hosts with that line. */
  readonly knownHosts: string;
  /** Ends the server with all its connections. */
  readonly kill: () => Promise<void>;
}

export interface SshdOptions {
  readonly passphrase?: string;
  readonly keyType?: 'ed25519' | 'rsa' | 'ecdsa';
  /** Further lines of `sshd_config`. */
  readonly settings?: readonly string[];
  /** What serves files; null: nothing does. */
  readonly sftp?: string | null;
  /** Starts the program in place of it itself. */
  readonly through?: (program: string, args: readonly string[]) => readonly string[];
}

export async function startSshd(folder: string, options: SshdOptions = {}): Promise<Sshd> {
  const { passphrase = '', keyType = 'ed25519', settings = [], through } = options;
  const { sftp = 'internal-sftp' } = options;
  const at = (name: string): string => join(folder, name);
  makeKey(at('host'), 'ed25519', '');
  makeKey(at('key'), keyType, passphrase);
  makeKey(at('stranger'), 'ed25519', '');
  writeFileSync(at('authorized'), readFileSync(at('key.pub')));
  const port = await freePort();
  const usual = [
    'ListenAddress 127.0.0.1',
    `Port ${port}`,
    `HostKey ${at('host')}`,
    `AuthorizedKeysFile ${at('authorized')}`,
    'PidFile none',
    'StrictModes no',
    'UsePAM no',
    'KbdInteractiveAuthentication no',
    'MaxStartups 100',
    ...(sftp === null ? [] : [`Subsystem sftp ${sftp}`]),
  ];
  // The first of two lines holds.
  const closed = ['PasswordAuthentication no', 'PermitRootLogin prohibit-password'];
  writeFileSync(at('sshd_config'), `${[...usual, ...settings, ...closed].join('\n')}\n`);
  // Root's sshd gives up its rights there.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  const program = [realProgram('sshd'), '-D', '-e', '-f', at('sshd_config')];
  const [first = '', ...rest] = through?.(program[0] ?? '', program.slice(1)) ?? program;
  const child = spawn(first, rest, { stdio: ['ignore', 'ignore', 'pipe'] });
  await says(child.stderr, 'Server listening');
  const [type = '', key = ''] = readFileSync(at('host.pub'), 'utf8').split(' ');
  const hostKey = `${type} ${key}`;
  writeFileSync(at('known_hosts'), `[127.0.0.1]:${port} ${hostKey}\n`);
  return {
    user: userInfo().username,
    port,
    keyPath: at('key'),
    strangerPath: at('stranger'),
    hostKey,
    hostKeyFile: at('host'),
    knownHosts: at('known_hosts'),
    kill: () => killed(child),
  };
}

function makeKey(file: string, type: string, passphrase: string): void {
  execFileSync('ssh-keygen', ['-q', '-t', type, '-N', passphrase, '-C', 'test', '-f', file]);
}

/** Goes on reading afterwards: what nobody reads would hold it up. */
function says(stream: NodeJS.ReadableStream, words: string): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    stream.on('data', (part) => {
      said += String(part);
      if (said.includes(words)) resolve();
    });
    stream.on('end', () => reject(new Error(`sshd ended: ${said}`)));
  });
}
