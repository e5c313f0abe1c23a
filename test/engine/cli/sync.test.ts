import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aRemote, dag } from '../sync/sync-world.ts';
import { homeWith } from './dagwright.ts';
import { command } from './in-process.ts';

/** A home on a remote with one DAG, and its commands. */
async function aSyncedHome() {
  const remote = await aRemote({ 'a.yaml': dag('a') });
  const home = homeWith({});
  mkdirSync(join(home, 'dags'), { recursive: true });
  const settings = { enabled: true, repository: remote.url, trust: 'review' };
  writeFileSync(join(home, 'config.yaml'), JSON.stringify({ git_sync: settings }));
  const env = { SVC_GITSYNC_AUTH_TOKEN: remote.token };
  const sync = (...args: string[]) => command(['sync', ...args], { home, env });
  const write = (name: string, text: string) => writeFileSync(join(home, 'dags', name), text);
  return { remote, sync, write };
}

describe('dagwright sync', () => {
  it('pulls, shows what differs, publishes and accepts', async () => {
    const { remote, sync, write } = await aSyncedHome();

    const pulled = await sync('pull');
    const review = await sync('status', '--check');
    await sync('accept', 'a');
    const clean = await sync('status', '--check');
    write('a.yaml', dag('mine'));
    const open = await sync('status', '--check');
    const diff = await sync('diff', 'a');
    const published = await sync('publish', 'a', '-m', 'Mine');
    const log = await sync('log', 'a');

    expect(pulled).toMatchObject({ stdout: 'Synced 1 DAG(s)\n  synced    a\n', exitCode: 0 });
    expect(review).toMatchObject({
      stdout: expect.stringContaining('not accepted yet'),
      exitCode: 1,
    });
    expect(clean).toMatchObject({ stdout: expect.stringMatching(/\n1 synced\n$/), exitCode: 0 });
    expect(open).toMatchObject({ stdout: expect.stringMatching(/modified {2}a/), exitCode: 1 });
    expect(diff.stdout).toContain('-    command: echo a\n+    command: echo mine\n');
    expect(published).toMatchObject({ stdout: expect.stringContaining('synced'), exitCode: 0 });
    expect(log.stdout).toMatch(/Mine\n.*First commit\n$/s);
    expect(await remote.repository.show('a.yaml')).toContain('mine');
  });

  it('says what is in the way, and exits with 1', async () => {
    const { remote, sync, write } = await aSyncedHome();
    await sync('pull');
    write('a.yaml', dag('mine'));
    await remote.repository.commit({ 'a.yaml': dag('theirs') });

    const pulled = await sync('pull');
    const refused = await sync('publish', '--all');
    const taken = await sync('discard', 'a');

    expect(pulled).toMatchObject({
      stdout: 'Pulled with 1 conflict(s)\n  conflict  a\n',
      exitCode: 1,
    });
    expect(refused.exitCode).toBe(1);
    expect(taken).toMatchObject({ stdout: 'Changes discarded successfully\n', exitCode: 0 });
  });

  it('shows and changes the settings, and tries the connection', async () => {
    const { sync } = await aSyncedHome();

    const changed = await sync('config', 'commit.author_name=Ada');
    const tried = await sync('test');
    const wrong = await sync('config', 'branch=no branch');

    expect(changed.stdout).toContain('commit.author_name=Ada\n');
    expect(changed.stdout).toContain('auth.token=[configured]\n');
    expect(tried).toMatchObject({ stdout: expect.stringContaining('The connection works.') });
    expect(wrong).toMatchObject({ stderr: expect.stringContaining('branch'), exitCode: 1 });
  });
});
