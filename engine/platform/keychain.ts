import type { Clock } from '../lib/clock.ts';

/** Who the entries belong to, as the keychain's own window shows it. */
const SERVICE = 'Dagwright';
/** A person may have to unlock it first; nobody at all may be there. */
const PATIENCE_MS = 60_000;

/** The keychain of the system: that of macOS, the Credential Manager of Windows, the Secret Service of Linux. */
export interface Keychain {
  /** Null where there is no such entry. Rejects where the keychain cannot be reached, or stays locked for a minute. */
  readonly read: (account: string) => Promise<string | null>;
  /** Rejects as `read` does. */
  readonly save: (account: string, text: string) => Promise<void>;
}

/** Loads the way to the keychain, which nobody else should pay for. Rejects where its library is missing. */
export async function openKeychain(clock: Pick<Clock, 'after'>): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return {
    read: (account) => inTime(clock, keytar.getPassword(SERVICE, account)),
    save: (account, text) => inTime(clock, keytar.setPassword(SERVICE, account, text)),
  };
}

// A question to the keychain cannot be taken back; who asked it goes on without the answer.
function inTime<T>(clock: Pick<Clock, 'after'>, asked: Promise<T>): Promise<T> {
  const { promise, reject, resolve } = Promise.withResolvers<T>();
  const cancel = clock.after(PATIENCE_MS, () => reject(new Error('it was not unlocked in time')));
  asked.then(resolve, reject).finally(cancel);
  return promise;
}
