import { EngineError } from '../../contract/errors.ts';
import type { SecretEntry, StoredSecret } from '../../contract/keychain.ts';
import { isoTime, type Clock } from '../../lib/clock.ts';
import { accountOf, insteadOf, isSameEntry, titleOf } from './entries.ts';
import { inTime } from './in-time.ts';
import { keychainIndex, type IndexedEntry } from './keychain-index.ts';
import { openKeychain } from './keychain.ts';
import type { Question, Values } from './question.ts';

/**
 * What a home keeps in the keychain of the system. Nothing of it is opened before somebody asks. Each question may wait for
 * a person to unlock the keychain, for a minute at most, and throws EngineError `service_unavailable` with what to do.
 */
export interface StoredSecrets {
  /** Null: nothing was saved. Throws where the keychain does not return what was. */
  readonly read: (entry: SecretEntry) => Promise<string | null>;
  readonly save: (entry: SecretEntry, text: string) => Promise<void>;
  /** Whether there was something to forget. */
  readonly forget: (entry: SecretEntry) => Promise<boolean>;
  /** Whether it was saved, as far as is known here: asks nobody and waits for nobody. */
  readonly has: (entry: SecretEntry) => boolean;
  /** All that was saved, and what of it the keychain returns; never what it is. */
  readonly list: () => Promise<StoredSecretList>;
}

interface StoredSecretList {
  readonly entries: readonly StoredSecret[];
  /** Why the keychain could not be asked; null: it was. */
  readonly problem: string | null;
}

interface StoredSecretsOptions {
  readonly dataDir: string;
  readonly clock: Pick<Clock, 'after' | 'now'>;
}

/** An engine before this one saved it and kept no list. */
const unlisted: SecretEntry = { kind: 'secret', name: '' };

/** Secrets of a home in the keychain of the system. What cannot be had throws `service_unavailable`, with what to do. */
export function createStoredSecrets({ dataDir, clock }: StoredSecretsOptions): StoredSecrets {
  const keychain = openKeychain(clock);
  const index = keychainIndex(dataDir);
  const account = (entry: SecretEntry): string => accountOf(entry, dataDir);
  const known = (entry: SecretEntry): IndexedEntry | undefined =>
    index.entries().find((one) => isSameEntry(one, entry));

  /** What a person can do about it depends on whether something lies there. */
  function unavailable(entry: SecretEntry, why: string, cause?: unknown): EngineError {
    const instead = insteadOf(entry, isSaved(known(entry)));
    const next = `Unlock it, or run \`dagwright doctor\`; without a keychain, ${instead}.`;
    return new EngineError('service_unavailable', `${why} ${next}`, { cause });
  }

  function ask<Q extends Question>(entry: SecretEntry, question: Q): Promise<Values[Q['kind']]> {
    return keychain(question).catch((cause: unknown) => {
      const why = `Cannot use the keychain for ${titleOf(entry)}: ${(cause as Error).message}.`;
      throw unavailable(entry, why, cause);
    });
  }

  async function find(accounts: readonly string[]): Promise<Found> {
    try {
      const found = await inTime(clock, keychain({ kind: 'find', accounts }));
      return { found, problem: null };
    } catch (error) {
      const problem = error instanceof EngineError ? error.message : unusable(error);
      return { found: [], problem };
    }
  }

  return {
    read: async (entry) => {
      const listed = known(entry);
      if (listed === undefined && !isSameEntry(entry, unlisted)) return null;
      const text = await ask(entry, { kind: 'read', account: account(entry) });
      if (text !== null || !isSaved(listed)) return text;
      const why = `The keychain does not return ${titleOf(entry)}: it is locked, or the entry was removed.`;
      throw unavailable(entry, why);
    },
    save: async (entry, text) => {
      // Listed before, so that none is ever there that the list lacks.
      if (known(entry) === undefined) index.put({ ...entry, savedAt: '' });
      await ask(entry, { kind: 'save', account: account(entry), text });
      index.put({ ...entry, savedAt: isoTime(clock.now()) });
    },
    forget: async (entry) => {
      const wasThere = await ask(entry, { kind: 'forget', account: account(entry) });
      const wasSaved = isSaved(known(entry));
      index.drop(entry);
      return wasThere || wasSaved;
    },
    has: (entry) => isSaved(known(entry)),
    list: async () => {
      const listed = index.entries();
      const isListed = listed.some((one) => isSameEntry(one, unlisted));
      const all = isListed ? listed : [{ ...unlisted, savedAt: '' }, ...listed];
      const { found, problem } = await find(all.map(account));
      const entries = all
        .map((entry) => ({ ...entry, isReadable: found.includes(account(entry)) }))
        .filter((entry) => entry.isReadable || isSaved(entry));
      return { entries, problem };
    },
  };
}

interface Found {
  /** Those of the accounts that have an entry. */
  readonly found: readonly string[];
  readonly problem: string | null;
}

const unusable = (cause: unknown): string =>
  `The keychain cannot be used: ${(cause as Error).message}.`;

const isSaved = (entry: IndexedEntry | undefined): boolean => (entry?.savedAt ?? '') !== '';
