import { resolveSecrets } from '../state/resolve-secrets.ts';
import { shortSecrets } from '../state/short-secrets.ts';
import type { LoadedRun } from '../state/run-state.ts';
import { createVault, type Vault } from '../state/vault.ts';

interface SecretOptions {
  /** Those of the run that called this one. */
  readonly inherited: RunSecrets | null;
  readonly ownEnvironment: NodeJS.ProcessEnv;
  /** Told the names of those whose values are too short to be hidden well. */
  readonly onShort: (names: readonly string[]) => void;
}

/** The secrets of one run, from the moment that they are known. A restart looks them up again. */
export class RunSecrets {
  /** Resolves when they are known, or cannot be. */
  readonly known: Promise<void>;
  readonly #empty: Vault;
  #vault: Vault | null = null;
  #problem = '';

  constructor(run: LoadedRun, options: SecretOptions) {
    this.#empty = createVault(run.record.key, new Map(), null);
    this.known = this.#look(run, options);
  }

  get areKnown(): boolean {
    return this.#vault !== null;
  }

  /** Empty until they are known. */
  get vault(): Vault {
    return this.#vault ?? this.#empty;
  }

  /** Why they cannot be known; empty when they are. */
  get problem(): string {
    return this.#problem;
  }

  // Without secrets nothing is waited for: most runs begin in the turn in which they are stored.
  async #look(
    { record, dag, context }: LoadedRun,
    { inherited, ownEnvironment, onShort }: SecretOptions,
  ): Promise<void> {
    if (inherited?.areKnown === false) await inherited.known;
    let values: ReadonlyMap<string, string> = new Map();
    if (dag.secrets.length > 0) {
      // A called run begins in the folder of its caller, whose name may hold one of the caller's secrets.
      const workingDir = inherited?.vault.unseal(context.workingDir) ?? context.workingDir;
      try {
        values = await resolveSecrets(dag.secrets, { ownEnvironment, workingDir });
        // Before they are hidden, or they would hide the words of this as well.
        onShort(shortSecrets(values));
      } catch (error) {
        this.#problem = `failed to resolve secrets: ${(error as Error).message}`;
      }
    }
    this.#vault = createVault(record.key, values, inherited?.vault ?? null);
  }
}
