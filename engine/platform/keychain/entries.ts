import type { SecretEntry, SecretKind } from '../../contract/keychain.ts';

interface Kind {
  /** The name of the entry in the keychain, which its owner sees there too. */
  readonly account: (name: string, dataDir: string) => string;
  /** What people call it. */
  readonly title: (name: string) => string;
  /** What to do where no keychain can be had. */
  readonly instead: string;
  /** The same, where something that lies there is lost with it. */
  readonly insteadOfSaved?: string;
}

const kinds: Readonly<Record<SecretKind, Kind>> = {
  secret: {
    account: (_name, dataDir) => `secret of ${dataDir}`,
    title: () => 'the secret of the engine',
    instead: 'set `auth.builtin.token.store: file`',
    insteadOfSaved:
      'remove its entry from keychain.json in the data folder: then all sessions end, and you must set the signature secrets of webhooks again',
  },
  'node-token': {
    account: (name, dataDir) => `token of node ${name} of ${dataDir}`,
    title: (name) => `the token of the remote node ${name}`,
    instead: 'set `SVC_REMOTE_NODES`, or the credentials of the node in config.yaml',
  },
  'git-sync-token': {
    account: (_name, dataDir) => `git-sync token of ${dataDir}`,
    title: () => 'the token of Git Sync',
    instead: 'set `SVC_GITSYNC_AUTH_TOKEN`',
  },
  'git-sync-passphrase': {
    account: (_name, dataDir) => `git-sync passphrase of ${dataDir}`,
    title: () => 'the passphrase of the SSH key of Git Sync',
    instead: 'set `SVC_GITSYNC_AUTH_SSH_PASSPHRASE`',
  },
};

/** By home, so that two homes of one person never share an entry. */
export const accountOf = ({ kind, name }: SecretEntry, dataDir: string): string =>
  kinds[kind].account(name, dataDir);

/** What a person calls the entry, within a sentence. */
export const titleOf = ({ kind, name }: SecretEntry): string => kinds[kind].title(name);

/** What to do without a keychain, as the end of a sentence; `isSaved`: an entry lies in it that cannot be read. */
export function insteadOf({ kind }: SecretEntry, isSaved: boolean): string {
  const { instead, insteadOfSaved = instead } = kinds[kind];
  return isSaved ? insteadOfSaved : instead;
}

/** By kind and name, which together name an entry of a home. */
export const isSameEntry = (one: SecretEntry, other: SecretEntry): boolean =>
  one.kind === other.kind && one.name === other.name;
