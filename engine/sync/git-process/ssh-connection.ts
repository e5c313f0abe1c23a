import { connectSsh as connect, type SshConnection } from '../../lib/ssh/connect-ssh.ts';
import { SshError } from '../../lib/ssh/ssh-error.ts';
import type { Address } from './address.ts';
import { GitError, type Remote } from './git.ts';
import { cutLine } from './git-requests.ts';

type SshAddress = Extract<Address, { kind: 'ssh' }>;

const READY_MS = 20_000;
const ALIVE_MS = 15_000;

/** Connects to the host of a repository. @throws GitError */
export async function connectSsh(
  { host, port, user }: SshAddress,
  auth: Remote['auth'],
): Promise<SshConnection> {
  if (auth.type !== 'ssh') {
    throw new GitError(
      'address',
      'An SSH address requires SSH authentication. Set `git_sync.auth.type: ssh` and a key.',
    );
  }
  const { keyPath, passphrase } = auth;
  try {
    return await connect({
      host,
      port,
      user,
      credentials: { keyFile: keyPath, passphrase, password: null, agent: null },
      knownHosts: auth.knownHosts ?? '~/.ssh/known_hosts',
      readyMs: READY_MS,
      aliveMs: ALIVE_MS,
      bastion: null,
    });
  } catch (error) {
    if (!(error instanceof SshError)) throw error;
    if (error.reason === 'cut') throw cutLine(host, error);
    throw new GitError(error.reason, error.message, { cause: error });
  }
}
