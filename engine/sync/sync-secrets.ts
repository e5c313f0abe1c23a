import type { SecretEntry } from '../contract/keychain.ts';
import type { StoredSecrets } from '../platform/keychain/stored-secrets.ts';

/** What Git Sync needs to be let in. */
export type SyncSecretName = 'token' | 'passphrase';

/** Where the credentials of Git Sync lie that stand neither in the settings nor in the environment. */
export interface SyncSecrets {
  /** Null where there is none. Rejects where nobody can tell. */
  readonly read: (name: SyncSecretName) => Promise<string | null>;
  /** Rejects where it cannot be kept. */
  readonly save: (name: SyncSecretName, text: string) => Promise<void>;
  readonly forget: (name: SyncSecretName) => Promise<void>;
}

const entries: Readonly<Record<SyncSecretName, SecretEntry>> = {
  token: { kind: 'git-sync-token', name: '' },
  passphrase: { kind: 'git-sync-passphrase', name: '' },
};

/** Those of this home in the keychain of the system. */
export function secretsOfSync(
  secrets: Pick<StoredSecrets, 'read' | 'save' | 'forget'>,
): SyncSecrets {
  return {
    read: (name) => secrets.read(entries[name]),
    save: (name, text) => secrets.save(entries[name], text),
    forget: async (name) => {
      await secrets.forget(entries[name]);
    },
  };
}
