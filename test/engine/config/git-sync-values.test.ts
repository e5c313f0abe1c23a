import { expect, it } from 'vitest';
import { loadConfig } from '../../../engine/config/load-config.ts';
import { temporaryFolder } from '../../support/home.ts';

const load = (...sets: string[]) => loadConfig({ home: temporaryFolder('config'), env: {}, sets });

it.each([
  'https://git.example/team/dags.git',
  'http://127.0.0.1:80/dags.git',
  'ssh://git@git.example:22/team/dags.git',
  'git@git.example:team/dags.git',
  '',
])('takes the repository %j', (address) => {
  expect(load(`git_sync.repository=${address}`).gitSync.repository).toBe(address);
});

it.each(['/srv/dags.git', 'file:///srv/dags.git', 'ftp://git.example/dags.git', 'git.example'])(
  'refuses the repository %j',
  (address) => {
    expect(() => load(`git_sync.repository=${address}`)).toThrow('must be an address such as');
  },
);

it.each(['https://me:hidden@git.example/dags.git', 'https://hidden@git.example/dags.git'])(
  'refuses credentials in an address, and does not repeat them: %s',
  (address) => {
    const reading = () => load(`git_sync.repository=${address}`);

    expect(reading).toThrow('must not have credentials: give the token by `git_sync.auth.token`');
    expect(reading).not.toThrow('hidden');
  },
);

it.each(['a b', 'a..b', '-a', 'a.lock', 'refs/heads/a', 'a/', '/a', '.a', 'a~1'])(
  'refuses the branch %j',
  (branch) => {
    expect(() => load(`git_sync.branch=${branch}`)).toThrow('must be the name of a branch');
  },
);

it.each(['..', 'a/../b', '.git', 'a/.git/b', 'a\\b'])('refuses the folder %j', (folder) => {
  expect(() => load(`git_sync.path=${folder}`)).toThrow('must be a folder of the repository');
});

it('is off without a repository', () => {
  expect(() => load('git_sync.enabled=true')).toThrow(
    '`git_sync.enabled` needs `git_sync.repository` and a branch',
  );
});
