import { SshError } from '../../lib/ssh/ssh-error.ts';
import { log } from './progress.ts';

/** Whether the line is gone, so that what came so far can be added to later. */
export function isLost(error: unknown): boolean {
  return error instanceof SshError && error.reason === 'cut';
}

/** Tells the log that nothing is lost with the line. */
export function keepsPart(): void {
  log('What has come is kept: the next attempt goes on from there.');
}
