import { appendFileSync } from 'node:fs';
import { isoTime } from '../lib/clock.ts';

/** One line of a run's own log: time, what happened, facts. */
export function appendRunLog(
  file: string,
  at: number,
  message: string,
  facts: Readonly<Record<string, string | number>> = {},
): void {
  const fields = Object.entries(facts).map(([name, value]) => `${name}=${fieldText(value)}`);
  appendFileSync(file, `${[isoTime(at), message, ...fields].join(' ')}\n`);
}

function fieldText(value: string | number): string {
  const text = String(value);
  return /^[\w./:@%+-]+$/.test(text) ? text : JSON.stringify(text);
}
