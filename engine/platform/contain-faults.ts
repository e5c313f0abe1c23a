import { takerOfFaults } from '../lib/faults.ts';
import type { Logger } from '../lib/logger.ts';

interface Containing {
  readonly log: Logger;
  readonly exit: (code: number) => void;
}

/**
 * What becomes of an error that nothing has caught. One that comes out of a request is the request's to answer, and nothing
 * else suffers from it. Any other leaves behind who knows what: a run may wait for ever for what will not happen. So the
 * engine ends, as by a `kill -9`: its steps go on, and the next engine takes the runs up as they are stored.
 *
 * The returned function ends that.
 */
export function containFaults({ log, exit }: Containing): () => void {
  const contain = (error: unknown): void => {
    const take = takerOfFaults();
    if (take !== undefined) return take(error);
    log.error('The engine ends, as an error was not caught', { error });
    exit(1);
  };
  // Electron only warns of a rejection, where Node ends.
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  for (const event of events) process.on(event, contain);
  return () => events.forEach((event) => void process.off(event, contain));
}
