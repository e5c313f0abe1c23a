import { appendFileSync } from 'node:fs';
import { isoTime, type Clock } from '../lib/clock.ts';

/** Adds a line to a run's own log: time, what happened, facts. */
export type RunLog = (message: string, facts?: Readonly<Record<string, string | number>>) => void;

export function createRunLog(file: string, clock: Clock): RunLog {
  return (message, facts = {}) => {
    const fields = Object.entries(facts).map(([name, value]) => `${name}=${fieldText(value)}`);
    appendFileSync(file, `${[isoTime(clock.now()), message, ...fields].join(' ')}\n`);
  };
}

function fieldText(value: string | number): string {
  const text = String(value);
  return /^[\w./:@%+-]+$/.test(text) ? text : JSON.stringify(text);
}
