import type { LogMatch } from './log-source.ts';
import type { LogStore } from './log-store.ts';

const words = ['error', 'fatal', 'traceback', 'exception', 'panic'];

/** Where the trouble begins in the log on show, as far as its words tell. */
export async function findError(log: LogStore): Promise<LogMatch | undefined> {
  for (const word of words) {
    const { matches } = await log.getState().search(word);
    const first = matches[0];
    if (first !== undefined) return first;
  }
  return undefined;
}

/** Whether a line speaks of trouble: a level, or the head of a stack trace. */
export function isErrorLine(line: string): boolean {
  return /\b(?:ERROR|FATAL|CRITICAL|PANIC)\b|^(?:Traceback|panic:|Error:|Exception\b|\w*(?:Error|Exception):)/.test(
    line,
  );
}
