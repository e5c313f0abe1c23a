import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SyncConfig, SyncTest } from '#contract/sync.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { attempting, type Problem } from '../../lib/attempt.ts';

/** What the form holds; secrets that are empty stay as they are. */
export interface ConnectionForm {
  readonly repository: string;
  readonly branch: string;
  readonly path: string;
  readonly authType: 'token' | 'ssh';
  readonly token: string;
  readonly keyPath: string;
  readonly passphrase: string;
  readonly canPush: boolean;
}

export interface ConnectionState extends Problem {
  readonly config: SyncConfig | undefined;
  readonly form: ConnectionForm;
  readonly test: SyncTest | undefined;
  readonly isBusy: boolean;
  readonly load: () => Promise<void>;
  readonly edit: (change: Partial<ConnectionForm>) => void;
  readonly save: () => Promise<void>;
  readonly turnOff: () => Promise<boolean>;
}

const blank: ConnectionForm = {
  repository: '',
  branch: 'main',
  path: '',
  authType: 'token',
  token: '',
  keyPath: '',
  passphrase: '',
  canPush: true,
};

/** The settings of the connection as a person edits them, and what a test of it found. */
export function createConnectionStore(engine: EngineConnection): StoreApi<ConnectionState> {
  return createStore<ConnectionState>((set, get) => {
    const attempt = attempting(set);
    /** What a person has written: settings that come late do not take it back. */
    let edited: Partial<ConnectionForm> = {};
    const change = async (wanted: Readonly<Record<string, unknown>>): Promise<boolean> => {
      set({ isBusy: true, test: undefined });
      const config = await attempt(() => engine.call('sync.setConfig', wanted));
      if (config !== undefined) set({ config, form: formOf(config) });
      set({ isBusy: false });
      return config !== undefined;
    };
    return {
      config: undefined,
      form: blank,
      test: undefined,
      isBusy: false,
      problem: undefined,
      load: async () => {
        const config = await attempt(() => engine.call('sync.getConfig', {}));
        if (config !== undefined) set({ config, form: { ...formOf(config), ...edited } });
      },
      edit: (part) => {
        edited = { ...edited, ...part };
        set({ form: { ...get().form, ...part } });
      },
      save: async () => {
        if (!(await change(configOf(get().form)))) return;
        set({ isBusy: true });
        const test = await attempt(() => engine.call('sync.testConnection', {}));
        set({ test, isBusy: false });
      },
      turnOff: () => change({ enabled: false }),
    };
  });
}

function formOf({
  repository = '',
  branch = 'main',
  path = '',
  auth,
  push_enabled: canPush = true,
}: SyncConfig): ConnectionForm {
  return { ...blank, repository, branch, path, authType: auth?.type ?? 'token', canPush };
}

function configOf(form: ConnectionForm): Readonly<Record<string, unknown>> {
  const { repository, branch, path, authType: type, canPush } = form;
  const given = Object.entries({
    token: form.token,
    ssh_key_path: form.keyPath,
    ssh_passphrase: form.passphrase,
  }).filter(([, value]) => value !== '');
  return {
    enabled: true,
    repository: repository.trim(),
    branch: branch.trim(),
    path: path.trim(),
    push_enabled: canPush,
    auth: { type, ...Object.fromEntries(given) },
  };
}
