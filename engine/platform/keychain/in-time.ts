import { EngineError } from '../../contract/errors.ts';
import type { Clock } from '../../lib/clock.ts';

/** How long a call waits for a keychain that a person may be unlocking. */
const PATIENCE_MS = 5000;

/** What the keychain returns within the patience of a call; whoever asks later may find it. Throws EngineError `service_unavailable`. */
export async function inTime<T>(clock: Pick<Clock, 'after'>, asked: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = clock.after(PATIENCE_MS, () => reject(notYet()));
  try {
    return await Promise.race([asked, promise]);
  } finally {
    cancel();
  }
}

function notYet(): EngineError {
  return new EngineError(
    'service_unavailable',
    'The keychain does not respond: a person may have to unlock it. Unlock it, then try again.',
  );
}
