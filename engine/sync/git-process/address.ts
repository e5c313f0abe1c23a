import { GitError } from './git.ts';

/** Where a repository is. */
export type Address =
  | { readonly kind: 'http'; readonly url: URL }
  | {
      readonly kind: 'ssh';
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly path: string;
    };

/** `user@host:path`, in which a colon stands before any slash. */
const SHORT = /^(?:([^@/:\s]+)@)?(\[[^\]\s]+\]|[^@/:\s]+):(?!\/\/)(\S.*)$/;

/**
 * Reads the address of a repository.
 *
 * @throws GitError `address` for other kinds, and for one that holds a password.
 */
export function parseAddress(repository: string): Address {
  const short = SHORT.exec(repository);
  if (short !== null && !repository.includes('://')) {
    const [, user = 'git', host = '', path = ''] = short;
    return { kind: 'ssh', host: bare(host), port: 22, user: checked(user), path };
  }
  const url = URL.canParse(repository) ? new URL(repository) : null;
  if (url === null || !['http:', 'https:', 'ssh:'].includes(url.protocol)) {
    throw new GitError(
      'address',
      'The repository address must be https://…, ssh://… or user@host:path.',
    );
  }
  if (url.password !== '' || (url.protocol !== 'ssh:' && url.username !== '')) {
    throw new GitError(
      'address',
      'The repository address must not contain a user name, password or token.',
    );
  }
  if (url.protocol !== 'ssh:') return { kind: 'http', url };
  const user = decodeURIComponent(url.username || 'git');
  const port = url.port === '' ? 22 : Number(url.port);
  return {
    kind: 'ssh',
    host: bare(url.hostname),
    port,
    user: checked(user),
    path: decodeURIComponent(url.pathname).replace(/^\/~/, '~'),
  };
}

function bare(host: string): string {
  const name = host.replace(/^\[|\]$/g, '');
  if (name.startsWith('-')) throw new GitError('address', 'A host name cannot start with a dash.');
  return name;
}

function checked(user: string): string {
  if (/^-|[\s:]/.test(user))
    throw new GitError('address', 'The user name of the repository address is not valid.');
  return user;
}
