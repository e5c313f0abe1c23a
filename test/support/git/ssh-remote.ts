import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../home.ts';
import { realProgram } from '../real.ts';
import { aBareRepository, type BareRepository } from './bare-repository.ts';

export interface SshRemote {
  readonly repository: BareRepository;
  readonly url: string;
  readonly user: string;
  readonly port: number;
  /** Opens the repository. */
  readonly keyPath: string;
  /** Opens nothing. */
  readonly strangerPath: string;
  /** The public key of the host, as a line of known hosts has it: type and key. */
  readonly hostKey: string;
  /** Ends the server with all its connections. */
  readonly kill: () => Promise<void>;
}

interface SshRemoteOptions {
  readonly passphrase?: string;
  readonly keyType?: 'ed25519' | 'rsa' | 'ecdsa';
  /** A shell script that stands between: it may refuse, or cut what `git-shell` says. */
  readonly gate?: string;
}

const GATE = 'exec git-shell -c "$SSH_ORIGINAL_COMMAND"';

/** A repository behind a real sshd on loopback, which a key opens. */
export async function anSshRemote(
  folder: string,
  { passphrase = '', keyType = 'ed25519', gate = GATE }: SshRemoteOptions = {},
): Promise<SshRemote> {
  const repository = await aBareRepository(join(folder, 'repository.git'));
  const at = (name: string): string => join(folder, name);
  makeKey(at('host'), 'ed25519', '');
  makeKey(at('key'), keyType, passphrase);
  makeKey(at('stranger'), 'ed25519', '');
  writeFileSync(at('authorized'), readFileSync(at('key.pub')));
  writeFileSync(at('gate'), `#!/bin/sh\n${gate}\n`);
  chmodSync(at('gate'), 0o755);
  const port = await freePort();
  const settings = [
    'ListenAddress 127.0.0.1',
    `Port ${port}`,
    `HostKey ${at('host')}`,
    `AuthorizedKeysFile ${at('authorized')}`,
    'PidFile none',
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
    `ForceCommand ${at('gate')}`,
  ];
  writeFileSync(at('sshd_config'), `${settings.join('\n')}\n`);
  // Root's sshd gives up its rights there.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  const child = spawn(realProgram('sshd'), ['-D', '-e', '-f', at('sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  onTestFinished(kill);
  await says(child.stderr, 'Server listening');
  const user = userInfo().username;
  const [type = '', key = ''] = readFileSync(at('host.pub'), 'utf8').split(' ');
  return {
    repository,
    url: `ssh://${user}@127.0.0.1:${port}${repository.folder}`,
    user,
    port,
    keyPath: at('key'),
    strangerPath: at('stranger'),
    hostKey: `${type} ${key}`,
    kill,
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
