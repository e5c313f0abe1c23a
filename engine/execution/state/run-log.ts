import { isoTime, type Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { appendText } from '../../lib/write-file.ts';

/** Adds a line to a run's own log: time, what happened, facts. */
export type RunLog = (message: string, facts?: Readonly<Record<string, string | number>>) => void;

/** `mask` hides what must not be read. */
export function createRunLog(
  file: string,
  {
    clock,
    logger,
    mask,
  }: { readonly clock: Clock; readonly logger: Logger; readonly mask: (text: string) => string },
): RunLog {
  let complained = false;
  return (message, facts = {}) => {
    const fields = Object.entries(facts).map(([name, value]) => `${name}=${fieldText(value)}`);
    try {
      appendText(file, mask(`${[isoTime(clock.now()), message, ...fields].join(' ')}\n`));
    } catch (error) {
      // A full disk, a folder that somebody deleted, or what a step put in its place, must not end the run.
      if (!complained) logger.warn('Cannot write the log of a run', { file, error });
      complained = true;
    }
  };
}

function fieldText(value: string | number): string {
  const text = String(value);
  return /^[\w./:@%+-]+$/.test(text) ? text : JSON.stringify(text);
}
