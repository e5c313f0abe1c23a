import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeWith, serve } from './dagwright.ts';
import { command } from './in-process.ts';

function builtinHome(): string {
  const home = homeWith();
  writeFileSync(join(home, 'config.yaml'), 'auth: {mode: builtin}\n');
  return home;
}

const withPassword = (args: readonly string[], home: string) =>
  command([...args, '--password-stdin'], { home, input: 'a good password\n' });

describe('dagwright users', () => {
  it('adds users, changes them, shuts them out and deletes them', async () => {
    const home = builtinHome();
    const users = (...args: string[]) => command(['users', ...args], { home });

    const none = await users('list');
    const root = await withPassword(['users', 'create', 'root', '--role', 'admin'], home);
    await withPassword(['users', 'create', 'ann', '--role', 'viewer'], home);
    const promoted = await users('update', 'Ann', '--role', 'operator', '--name', 'anna');
    const disabled = await users('disable', 'anna', '--format', 'json');
    const list = await users('list');
    const enabled = await users('enable', 'anna');
    const reset = await withPassword(['users', 'reset-password', 'anna'], home);
    const unasked = await users('delete', 'anna');
    const deleted = await users('delete', 'anna', '-y');
    const last = await users('delete', 'root', '-y');

    expect(none.stdout).toBe('No users.\n');
    expect(root).toEqual({ stdout: 'Added root as admin\n', stderr: '', exitCode: 0 });
    expect(promoted.stdout).toBe('anna is operator\n');
    expect(JSON.parse(disabled.stdout)).toMatchObject({ username: 'anna', isDisabled: true });
    expect(list.stdout.split('\n').toSorted()).toEqual([
      '',
      expect.stringMatching(/^USER  ROLE {6}STATE {5}LOGIN BY  LAST LOGIN$/),
      'anna  operator  disabled  builtin',
      'root  admin     enabled   builtin',
    ]);
    expect(enabled.stdout).toBe('anna is enabled\n');
    expect(reset.stdout).toBe('Changed the password of anna\n');
    expect(unasked).toMatchObject({ stdout: '', exitCode: 1 });
    expect(unasked.stderr).toContain('Use -y');
    expect(deleted.stdout).toBe('Deleted anna\n');
    expect(last).toMatchObject({ stdout: '', exitCode: 1 });
  });

  it('asks for a new password twice', async () => {
    const home = builtinHome();
    const create = (secrets: readonly string[]) =>
      command(['users', 'create', 'ann', '--role', 'viewer'], { home, secrets });

    const differing = await create(['a good password', 'a goof password']);
    const same = await create(['a good password', 'a good password']);

    expect(differing).toMatchObject({ stdout: '', exitCode: 1 });
    expect(differing.stderr).toContain('The passwords do not match');
    expect(same.stdout).toBe('Added ann as viewer\n');
  });

  it.each([
    { args: ['create', 'ann'], says: '--role' },
    { args: ['create', 'ann', '--role', 'boss'], says: 'Allowed choices are admin' },
    { args: ['create', 'ann', '--role', 'viewer'], says: '--password-stdin' },
    {
      args: ['create', 'ann', '--role', 'viewer'],
      says: 'The new password is missing, and there is no terminal to ask for it.',
    },
    { args: ['update', 'ann'], says: 'Give --role or --name.' },
    { args: ['enable', 'ann'], says: 'User ann not found.' },
  ])('says for $args what is wrong', async ({ args, says }) => {
    const answer = await command(['users', ...args], { home: builtinHome() });

    expect(answer).toMatchObject({ stdout: '', exitCode: 1 });
    expect(answer.stderr).toContain(says);
  });
});

describe.each(['users', 'keys', 'webhook'])('dagwright %s list without users', (of) => {
  const says = 'error: This requires `auth.mode: builtin` in the settings.\n';

  it('says which setting it requires, also by the running server', async () => {
    const home = homeWith();
    const alone = await command([of, 'list'], { home });
    await using server = await serve(home);
    const served = await command([of, 'list'], { home });

    expect(alone, server.url).toEqual({ stdout: '', stderr: says, exitCode: 1 });
    expect(served).toEqual(alone);
  });
});

describe('dagwright keys', () => {
  it.each([
    { of: 'keys', holder: 'key' },
    { of: 'users', holder: 'user' },
  ])('says in the help of $of create whose role it is', async ({ of, holder }) => {
    const { stdout } = await command([of, 'create', '--help'], { home: builtinHome() });

    expect(stdout).toContain(`role of the ${holder} (`);
  });

  it('makes an API key, which is shown once, lists and deletes it', async () => {
    const home = builtinHome();
    const keys = (...args: string[]) => command(['keys', ...args], { home });

    const none = await keys('list');
    const made = await keys('create', 'ci', '--role', 'operator', '--description', 'for builds');
    const [, key = ''] = made.stdout.split('\n');
    const list = await keys('list');
    const other = await keys('create', 'x', '--role', 'viewer', '--format', 'json');
    const wrong = await keys('delete', 'cj', '-y');
    const deleted = await keys('delete', 'ci', '-y');
    const left = await keys('list', '--format', 'json');

    expect(none.stdout).toBe('No API keys.\n');
    expect(made.stdout).toMatch(/^API key ci \(operator\), shown only once:\nsvc_\w+\n$/);
    expect(list.stdout).toMatch(
      new RegExp(`\nci    operator  ${key.slice(0, 8)}…  [-\\d]+ [:\\d]+ {13}for builds\n$`),
    );
    expect(JSON.parse(other.stdout)).toMatchObject({ apiKey: { name: 'x' } });
    expect(wrong.stderr).toBe('error: API key cj not found: did you mean `ci`?\n');
    expect(deleted.stdout).toBe('Deleted the API key ci\n');
    expect(JSON.parse(left.stdout)).toMatchObject([{ name: 'x', role: 'viewer' }]);
  });
});
