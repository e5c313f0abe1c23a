/** A host on which commands run, as a DAG or a step writes it, unexpanded; null: nothing is said of it. */
export interface SshSettings extends HostSettings {
  /** Reads the commands there. */
  readonly shell: readonly string[] | null;
}

/** A host that is reached by SSH. */
export interface HostSettings extends SshLogin {
  readonly password: string | null;
  /** Whether the key of the host must be known. */
  readonly strictHostKey: boolean | null;
  readonly knownHostFile: string | null;
  readonly timeoutMs: number | null;
  /** The host through which it is reached. */
  readonly bastion: SshLogin | null;
}

/** A host, and how to be let in by a key. */
export interface SshLogin {
  readonly user: string | null;
  readonly host: string | null;
  readonly port: number | null;
  readonly key: string | null;
  readonly passphrase: string | null;
}
