import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the space for new objects of V8 at the size that it has. It doubles under load, up to 128 MB on a machine with much
 * memory, and what was collected late for it stays with the process: 10,000 runs left 330 MB, of which 30 were in use.
 * Collecting more often takes no more processor time, since most objects of a run are short-lived.
 */
export function keepYoungSpaceSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
