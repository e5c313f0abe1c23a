import type { GitSyncSettings } from '../config/config.ts';
import { isSshAddress } from '../config/git-sync-values.ts';
import type { Logger } from '../lib/logger.ts';
import { GitError, type Remote } from './git-process/git.ts';
import type { SyncSecretName, SyncSecrets } from './sync-secrets.ts';

/** Credentials as they hold now: what was given to this engine last, else the settings, else the keychain. */
export class Credentials {
  readonly #secrets: SyncSecrets;
  readonly #log: Logger;
  readonly #given = new Map<SyncSecretName, string>();
  readonly #stored = new Map<SyncSecretName, Promise<string | null>>();

  constructor(secrets: SyncSecrets, log: Logger) {
    this.#secrets = secrets;
    this.#log = log;
  }

  /** Keeps a new one. Where there is no keychain it holds until the engine ends, which the answer says. */
  async give(name: SyncSecretName, text: string): Promise<string> {
    this.#given.set(name, text);
    this.#stored.delete(name);
    try {
      await (text === '' ? this.#secrets.forget(name) : this.#secrets.save(name, text));
      return '';
    } catch (error) {
      this.#log.warn('Cannot save Git credentials in the keychain', { error });
      const variable = variables[name];
      return `The keychain of this computer cannot be used, so the new credential holds until the engine ends. Set ${variable} in its environment to keep it.`;
    }
  }

  /**
   * The remote with the credential for it.
   *
   * @throws GitError `address` where address and kind of authentication do not go together.
   */
  async remoteOf({ repository, branch, auth }: GitSyncSettings): Promise<Remote> {
    if (auth.type === 'ssh') {
      if (!isSshAddress(repository)) {
        throw new GitError(
          'address',
          'SSH auth requires an SSH-format repository address, such as git@host:team/dags.git.',
        );
      }
      const passphrase = await this.#find('passphrase', auth.sshPassphrase);
      const { sshKeyPath: keyPath, sshKnownHosts: knownHosts } = auth;
      if (keyPath === null) {
        throw new GitError(
          'credential',
          'SSH auth needs the file of a private key: set `git_sync.auth.ssh_key_path`.',
        );
      }
      return { repository, branch, auth: { type: 'ssh', keyPath, passphrase, knownHosts } };
    }
    if (isSshAddress(repository)) {
      throw new GitError(
        'address',
        'An SSH address needs `git_sync.auth.type: ssh`; a token goes with https://.',
      );
    }
    const token = await this.#find('token', auth.token);
    const found = token === null ? { type: 'none' as const } : { type: 'token' as const, token };
    return { repository, branch, auth: found };
  }

  /** Whether there is one, for those who may know no more. */
  async has(name: SyncSecretName, setting: string | null): Promise<boolean> {
    return (await this.#find(name, setting)) !== null;
  }

  async #find(name: SyncSecretName, setting: string | null): Promise<string | null> {
    const given = this.#given.get(name) ?? setting;
    if (given !== null) return given === '' ? null : given;
    let stored = this.#stored.get(name);
    if (stored === undefined) {
      stored = this.#read(name);
      this.#stored.set(name, stored);
    }
    return stored;
  }

  /** A server without a session has no keychain: then a public repository can still be read. */
  async #read(name: SyncSecretName): Promise<string | null> {
    try {
      return await this.#secrets.read(name);
    } catch (error) {
      this.#log.debug('The keychain has no credential of Git Sync', { error });
      return null;
    }
  }
}

const variables: Readonly<Record<SyncSecretName, string>> = {
  token: 'SVC_GITSYNC_AUTH_TOKEN',
  passphrase: 'SVC_GITSYNC_AUTH_SSH_PASSPHRASE',
};
