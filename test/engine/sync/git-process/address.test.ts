import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../../engine/sync/git-process/address.ts';

describe('the address of a repository', () => {
  it.each([
    [
      'git@github.com:team/dags.git',
      { host: 'github.com', port: 22, user: 'git', path: 'team/dags.git' },
    ],
    ['example.org:dags', { host: 'example.org', port: 22, user: 'git', path: 'dags' }],
    ['me@[::1]:/srv/dags', { host: '::1', port: 22, user: 'me', path: '/srv/dags' }],
    [
      'ssh://example.org/srv/dags',
      { host: 'example.org', port: 22, user: 'git', path: '/srv/dags' },
    ],
    [
      'ssh://me@example.org:2222/srv/my%20dags',
      { host: 'example.org', port: 2222, user: 'me', path: '/srv/my dags' },
    ],
    ['ssh://me@example.org/~/dags', { host: 'example.org', port: 22, user: 'me', path: '~/dags' }],
  ])('%s is reached over SSH', (repository, address) => {
    expect(parseAddress(repository)).toEqual({ kind: 'ssh', ...address });
  });

  it.each(['https://example.org/team/dags.git', 'http://127.0.0.1:3000/dags'])(
    '%s is reached over HTTP',
    (repository) => {
      expect(parseAddress(repository)).toEqual({ kind: 'http', url: new URL(repository) });
    },
  );

  it.each([
    '',
    'dags',
    '/srv/dags',
    'file:///srv/dags',
    'ftp://example.org/dags',
    'https://me:word@example.org/dags',
    'https://token@example.org/dags',
    'ssh://me:word@example.org/dags',
    'ssh://-oProxyCommand=touch/dags',
    '-oProxyCommand=touch:dags',
    'a b@example.org:dags',
  ])('%j is refused', (repository) => {
    expect(() => parseAddress(repository)).toThrow(expect.objectContaining({ reason: 'address' }));
  });
});
