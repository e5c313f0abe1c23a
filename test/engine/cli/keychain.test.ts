import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { describeWithReal } from '../../support/real.ts';
import { startKeyring, type Keyring } from '../../support/session-bus.ts';
import { homeWith } from './dagwright.ts';
import { command } from './in-process.ts';

const node = '{name: far, api_base_url: "http://127.0.0.1:9", auth_type: token, timeout: 2s}';

function homeWithNode(): string {
  const home = homeWith();
  writeFileSync(join(home, 'config.yaml'), `remote_nodes: [${node}]\n`);
  return home;
}

describeWithReal('keyring', 'dagwright nodes and keychain', (program) => {
  let keyring: Keyring;
  beforeAll(async () => {
    keyring = await startKeyring(program);
    process.env['DBUS_SESSION_BUS_ADDRESS'] = keyring.address;
  });
  afterAll(() => keyring.end());

  it('save the token of a node, list it without what it is, and forget it', async () => {
    const home = homeWithNode();
    const run = (...args: string[]) => command(args, { home });

    const before = await run('nodes', 'list');
    const set = await command(['nodes', 'set-token', 'far', '--token-stdin'], {
      home,
      input: 'canary-in\n',
    });
    const after = await run('nodes', 'list');
    const list = await run('keychain', 'list');
    const asJson = await run('keychain', 'list', '--format', 'json');
    const tested = await run('nodes', 'test', 'far');
    const unasked = await run('nodes', 'forget-token', 'far');
    const forgotten = await run('keychain', 'forget', 'node-token', 'far', '-y');
    const again = await run('nodes', 'forget-token', 'far', '-y');
    const none = await run('keychain', 'list');

    expect(before.stdout).toMatch(/^far {3}http:\/\/127.0.0.1:9 {2}token {5}not set$/m);
    expect(set).toEqual({
      stdout: 'Saved the token of far in the keychain\n',
      stderr: '',
      exitCode: 0,
    });
    expect(after.stdout).toMatch(/token {5}in the keychain$/m);
    expect(list.stdout).toMatch(/^node-token {2}far {3}\d{4}-.+ stored$/m);
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      entries: [{ kind: 'node-token', name: 'far', isReadable: true }],
      problem: '',
    });
    expect(tested).toMatchObject({ stdout: '', exitCode: 1 });
    expect(tested.stderr).toMatch(/The remote node far is not available: Cannot connect/);
    expect(unasked.stderr).toMatch(/Calls to this node fail until you set its token again\?/);
    expect(forgotten.stdout).toBe('Removed node-token far from the keychain\n');
    expect(again.stderr).toMatch(/The keychain has no such entry/);
    expect(none).toMatchObject({ stdout: 'No entries.\n', exitCode: 0 });
    for (const { stdout, stderr } of [set, after, list, asJson, tested, forgotten])
      expect(stdout + stderr).not.toContain('canary-in');
  });

  it('ask for the token at a terminal, where it is not shown', async () => {
    const home = homeWithNode();

    const asked = await command(['nodes', 'set-token', 'far'], { home, secrets: ['typed'] });
    const alone = await command(['nodes', 'set-token', 'far'], { home });

    expect(asked.exitCode).toBe(0);
    expect(alone.stderr).toContain('--token-stdin');
    expect((await command(['nodes', 'list'], { home })).stdout).toContain('in the keychain');
  });
});

describe.runIf(process.platform === 'linux')('dagwright keychain', () => {
  it('says without a keychain why there is none and what to do', async () => {
    const { DBUS_SESSION_BUS_ADDRESS: address } = process.env;
    process.env['DBUS_SESSION_BUS_ADDRESS'] = 'unix:path=/nowhere/bus';
    onTestFinished(() => void (process.env['DBUS_SESSION_BUS_ADDRESS'] = address));

    const list = await command(['keychain', 'list'], { home: homeWithNode() });

    expect(list).toMatchObject({ stdout: 'No entries.\n', exitCode: 1 });
    expect(list.stderr).toMatch(/session bus[^]+keyring/);
    const json = await command(['keychain', 'list', '--format', 'json'], { home: homeWithNode() });
    expect(JSON.parse(json.stdout)).toMatchObject({ entries: [], fix: expect.any(String) });
    expect(json.exitCode).toBe(1);
  });
});
