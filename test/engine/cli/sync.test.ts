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
  const run = (...args: string[]) => command(args, { home, env });
  const sync = (...args: string[]) => run('sync', ...args);
  const write = (name: string, text: string) => writeFileSync(join(home, 'dags', name), text);
  /** Accepts what the difference shows, as it says. */
  const accept = async (item: string) => {
    const shown = (await sync('diff', item)).stdout;
    return sync(...(/sync (accept .*)$/m.exec(shown)?.[1] ?? '').split(' '));
  };
  const asked = (agrees: boolean, ...args: string[]) => command(args, { home, env, agrees });
  return { remote, run, sync, write, accept, asked, home, file: join(home, 'merged.yaml') };
}

describe('dagwright sync', () => {
  it.each([
    'pull',
    'publish a',
    'publish --all',
    'diff',
    'diff a',
    'log a',
    'discard a',
    'forget a',
    'accept a',
    'accept none',
    'merge a',
    'resolve a --merged config.yaml',
    'restore 2026-02-03',
    'test',
  ])('says for %s how Git Sync is set up while it is off', async (words) => {
    const home = homeWith({ a: dag('a') });
    writeFileSync(join(home, 'config.yaml'), '');

    const args = words.replace('config.yaml', join(home, 'config.yaml')).split(' ');
    const answer = await command(['sync', ...args], { home });

    expect(answer).toEqual({
      stdout: '',
      stderr: expect.stringMatching(
        /^error: Git Sync is off\.\nSet it up: dagwright sync config enabled=true repository=/,
      ),
      exitCode: 1,
    });
  });

  it('lists a synced file that is no DAG, with the reason', async () => {
    const { remote, sync, accept } = await aSyncedHome();
    await remote.repository.commit({ 'memory/kept.yaml': dag('kept') }, { message: 'Kept' });
    await sync('pull');
    await accept('memory/kept');

    const { stdout } = await sync('status');

    expect(stdout).toMatch(/memory\/kept +.*It is no DAG: memory\//);
  });

  it('shows while it is off how it is set up, which then works', async () => {
    const home = homeWith({});
    const remote = await aRemote({ 'a.yaml': dag('a') });
    const env = { SVC_GITSYNC_AUTH_TOKEN: remote.token };
    const sync = (...args: string[]) => command(['sync', ...args], { home, env });

    const off = [await sync('status'), await sync('config')];
    const tried = await sync('test', '--format', 'json');
    await sync('config', 'enabled=true', `repository=${remote.url}`);
    const pulled = await sync('pull');

    for (const { stdout, stderr } of off) expect(stdout + stderr).toContain('Git Sync is off. Set');
    expect(JSON.parse(tried.stdout)).toMatchObject({ success: false, checks: [] });
    expect(pulled).toMatchObject({ stdout: expect.stringContaining('Synced 1 DAG'), exitCode: 0 });
  });

  it('pulls, shows what differs, publishes and accepts', async () => {
    const { remote, sync, write, accept } = await aSyncedHome();

    const pulled = await sync('pull');
    const review = await sync('status', '--check');
    await accept('a');
    const clean = await sync('status', '--check');
    write('a.yaml', dag('mine'));
    const open = await sync('status', '--check');
    const diff = await sync('diff', 'a');
    const published = await sync('publish', 'a', '-m', 'Mine');
    const log = await sync('log', 'a');

    expect(pulled).toMatchObject({
      stdout: 'Pulled: 1 item(s) wait to be accepted\n  review    a\n',
      exitCode: 0,
    });
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

  it('accepts the text that was looked at, by its hash or at a terminal', async () => {
    const { remote, sync, asked, accept } = await aSyncedHome();
    await sync('pull');
    const shown = await sync('diff', 'a', '--format', 'json');
    await remote.repository.commit({ 'a.yaml': dag('worse') });
    await sync('pull');

    const unseen = await sync('accept', 'a');
    const other = await sync('accept', 'a', JSON.parse(shown.stdout).reviewHash);
    const canceled = await asked(false, 'sync', 'accept', 'a');
    const waiting = await sync('status');
    const agreed = await asked(true, 'sync', 'accept', 'a');
    const none = await asked(true, 'sync', 'accept', 'a');

    expect(unseen).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(/by its hash\.\n.*dagwright sync diff a\n$/s),
      exitCode: 1,
    });
    expect(other).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Look at it') });
    expect(canceled).toMatchObject({ stdout: expect.stringContaining('echo worse'), exitCode: 0 });
    expect(waiting.stdout).toContain('not accepted yet');
    expect(agreed.stdout).toMatch(/echo worse\n.*Accepted a\. It can run now\.\n$/s);
    expect(none).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('No text of a') });
    expect(await accept('a')).toMatchObject({ exitCode: 1 });
  });

  it('shows all that differs where no item is named', async () => {
    const { sync, write, accept } = await aSyncedHome();
    await sync('pull');
    await accept('a');
    const none = await sync('diff');
    write('a.yaml', dag('mine'));
    write('b.yaml', dag('new'));

    const all = await sync('diff');
    const listed = await sync('diff', '--format', 'json');

    expect(none.stdout).toBe('Nothing differs.\n');
    expect(all.stdout).toMatch(/^a: modified\n.*\+ {4}command: echo mine\n\nb: untracked\n/s);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ itemId: 'a' }, { itemId: 'b' }]);
  });

  it('prints what changes in meaning above the text, what a DAG reaches first where it is to be accepted', async () => {
    const { remote, sync, write, accept } = await aSyncedHome();
    await sync('pull');
    const first = await sync('diff', 'a');
    await accept('a');
    const reaching = 'curl https://a.example.com/';
    await remote.repository.commit({ 'a.yaml': dag('a').replace('echo a', reaching) });
    await sync('pull');
    const second = await sync('diff', 'a');
    const { reviewChanges, reviewHash } = JSON.parse(
      (await sync('diff', 'a', '--format', 'json')).stdout,
    );
    await accept('a');
    write('a.yaml', 'steps: 7\n');
    const broken = await sync('diff', 'a');

    expect(first.stdout).toContain('a: synced, not accepted yet\nSteps\n  + main\n');
    expect(first.stdout).toContain('--- nothing accepted\n+++ waiting\n+steps:\n');
    expect(second.stdout).toBe(`a: synced, not accepted yet
Programs
  + curl
Hosts
  + a.example.com
Steps
  ~ main
    ~ command: echo a → ${reaching}
--- accepted
+++ waiting
 steps:
   - name: main
-    command: echo a
+    command: ${reaching}
Accept this text: dagwright sync accept a ${reviewHash}
`);
    expect(reviewChanges).toMatchObject({ change: 'changed' });
    expect(broken.stdout).toMatch(/not known: a text has errors\.\n {2}local, line 1: /);
  });

  it('says what is in the way, and exits with 1', async () => {
    const { remote, sync, write, accept } = await aSyncedHome();
    await sync('pull');
    await accept('a');
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

  it('prints a merge with marks, and saves it when they are gone', async () => {
    const { remote, sync, write, accept, home, file } = await aSyncedHome();
    await sync('pull');
    await accept('a');
    write('a.yaml', dag('mine'));
    await remote.repository.commit({ 'a.yaml': dag('theirs') }, { who: 'Robin' });
    await sync('pull');
    const early = join(home, 'early.yaml');
    writeFileSync(early, dag('both'));
    const unaccepted = await sync('resolve', 'a', '--merged', early);
    await accept('a');

    const merge = await sync('merge', 'a');
    writeFileSync(file, merge.stdout);
    const marked = await sync('resolve', 'a', '--merged', file);
    writeFileSync(file, dag('both'));
    const moved = await sync('resolve', 'a', '--merged', file, '--theirs', '0123456789ab');
    const saved = await sync(
      ...(/resolve a --merged FILE --theirs \w+/.exec(merge.stderr)?.[0] ?? '')
        .replace('FILE', file)
        .split(' '),
    );
    const status = await sync('status');

    expect(unaccepted).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('dagwright sync accept a'),
    });
    expect(merge).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/^1 conflict\./) });
    expect(merge.stdout).toMatch(
      /<<<<<<< mine\n.*mine\n\|{7} base\n.*a\n=======\n.*theirs\n>>>>>>> theirs Robin [0-9a-f]{8}\n$/s,
    );
    expect(marked).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('conflict mark') });
    expect(moved).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('sync merge a') });
    expect(saved).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Merged a.') });
    expect(status.stdout).toMatch(/modified {2}a/);
  });

  it('tells in the status of a run which commit its DAG stands on', async () => {
    const { remote, run, sync, write, accept } = await aSyncedHome();
    await sync('pull');
    await accept('a');
    const head = (await remote.repository.git('rev-parse', 'main')).slice(0, 8);

    await run('start', 'a');
    const synced = await run('status', 'a');
    write('a.yaml', dag('mine'));
    await run('start', 'a');
    const changed = await run('status', 'a');

    expect(synced.stdout).toMatch(new RegExp(`commit ${head}$`, 'm'));
    expect(changed.stdout).toMatch(new RegExp(`commit ${head}, changed$`, 'm'));
  });

  it('lists what was replaced, prints it, and puts it back', async () => {
    const { sync, write, accept } = await aSyncedHome();
    await sync('pull');
    await accept('a');
    const none = await sync('kept');
    write('a.yaml', dag('mine'));
    await sync('discard', 'a');

    const list = await sync('kept');
    const id = /^\S+Z-\S+/m.exec(list.stdout)?.[0] ?? '';
    const text = await sync('kept', id);
    const restored = await sync('restore', id);
    const status = await sync('status');

    expect(none.stdout).toBe('No kept copies.\n');
    expect(list.stdout).toMatch(/discarded\s+\d+\s+a\.yaml\n$/);
    expect(text.stdout).toBe(dag('mine'));
    expect(restored.stdout).toBe('Restored a.yaml.\n');
    expect(status.stdout).toMatch(/modified {2}a/);
  });

  it('shows and changes the settings, and tries the connection', async () => {
    const { sync } = await aSyncedHome();

    const changed = await sync('config', 'commit.author_name=Ada');
    const typed = await sync('config', 'pushEnabled=no', 'auto_sync.interval=600');
    const tried = await sync('test');
    const wrong = await sync('config', 'branch=no branch');
    const untyped = await sync('config', 'push_enabled=perhaps');
    const tooSmall = await sync('config', 'auto_sync.interval=-1');

    expect(changed.stdout).toContain('commit.author_name=Ada\n');
    expect(changed.stdout).toContain('auth.token=[configured]\n');
    expect(typed.stdout).toContain('push_enabled=false\n');
    expect(typed.stdout).toContain('auto_sync.interval=600\n');
    expect(untyped).toMatchObject({
      stderr: expect.stringContaining('push_enabled: must be true or false'),
      exitCode: 1,
    });
    expect(tooSmall).toMatchObject({
      stderr: expect.stringContaining('must be a whole number of at least 1, got -1'),
      exitCode: 1,
    });
    expect(tried).toMatchObject({ stdout: expect.stringContaining('The connection works.') });
    expect(wrong).toMatchObject({ stderr: expect.stringContaining('branch'), exitCode: 1 });
  });
});
