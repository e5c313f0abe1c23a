import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';

const AGAIN_MS = 5000;

/** Writes now, or as soon as the disk lets it: for what others like to know and nothing depends on. Returns the way to give it up. */
export function writeWhenPossible(
  what: string,
  write: () => void,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): () => void {
  let cancel = (): void => undefined;
  const attempt = (): void => {
    try {
      write();
    } catch (error) {
      log.warn(`Cannot write ${what}`, { error });
      cancel = clock.after(AGAIN_MS, attempt);
    }
  };
  attempt();
  return () => cancel();
}
