import { describe, expect, it } from 'vitest';
import type { SyncConfig } from '#contract/sync.ts';
import { createConnectionStore } from '../../../renderer/features/git-sync/connection-store.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';
import { aSync } from '../support/sync-fixtures.ts';

const { test } = aSync(0);
const config: SyncConfig = {
  enabled: true,
  repository: 'git@example.org:dags',
  branch: 'live',
  path: 'ops',
  push_enabled: false,
  auth: {
    type: 'ssh',
    token: '',
    ssh_key_path: '[configured]',
    ssh_passphrase: '',
    ssh_known_hosts: '',
  },
};

function aConnection() {
  const engine = scriptedEngine({
    'sync.getConfig': () => config,
    'sync.setConfig': () => config,
    'sync.testConnection': () => test,
  });
  return { engine, store: createConnectionStore(engine.connection) };
}

describe('the connection of Git Sync', () => {
  it('is edited from what is set, and shows no secret', async () => {
    const { store } = aConnection();

    await store.getState().load();

    expect(store.getState().form).toEqual({
      repository: 'git@example.org:dags',
      branch: 'live',
      path: 'ops',
      authType: 'ssh',
      token: '',
      keyPath: '',
      passphrase: '',
      canPush: false,
    });
  });

  it('is saved without the secrets that were left empty, and then tested', async () => {
    const { engine, store } = aConnection();
    await store.getState().load();
    store.getState().edit({ keyPath: '~/.ssh/key', branch: ' main ' });

    await store.getState().save();

    expect(engine.asked('sync.setConfig')).toEqual([
      {
        enabled: true,
        repository: 'git@example.org:dags',
        branch: 'main',
        path: 'ops',
        push_enabled: false,
        auth: { type: 'ssh', ssh_key_path: '~/.ssh/key' },
      },
    ]);
    expect(store.getState()).toMatchObject({ test, isBusy: false, config });
    expect(store.getState().form.keyPath).toBe('');
  });

  it('is not tested when it was refused, and keeps what was typed', async () => {
    const { engine, store } = aConnection();
    engine.refuse('sync.setConfig', 'The keychain is locked.', 'service_unavailable');
    store.getState().edit({ repository: 'https://example.org/x', token: 'secret' });

    await store.getState().save();

    expect(engine.asked('sync.testConnection')).toEqual([]);
    expect(store.getState()).toMatchObject({ isBusy: false, problem: 'The keychain is locked.' });
    expect(store.getState().form.token).toBe('secret');
  });

  it('is turned off, and says whether it was', async () => {
    const { engine, store } = aConnection();

    expect(await store.getState().turnOff()).toBe(true);
    expect(engine.asked('sync.setConfig')).toEqual([{ enabled: false }]);

    engine.refuse('sync.setConfig', 'You may not.', 'forbidden');
    expect(await store.getState().turnOff()).toBe(false);
  });
});
