import { writeFirst } from '../lib/write-file.ts';

/** While this file exists, the launcher with the record begins no command. */
export const stopMark = (recordFile: string): string => `${recordFile}.stop`;

/** Keeps the launcher with the record from beginning another command: for a signal that is sent after this. */
export function markStop(recordFile: string): void {
  try {
    writeFirst(stopMark(recordFile), '');
  } catch {
    // It is there already, whatever it is: its name alone counts. And a full disk must not hold up the signal; what that misses is ended by the SIGKILL that follows it.
  }
}
