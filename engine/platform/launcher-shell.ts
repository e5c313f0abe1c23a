import { constants } from 'node:os';
import { ownUmask } from '../lib/rights.ts';

const alwaysTrapped = [
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGALRM',
  'SIGTERM',
  'SIGUSR1',
  'SIGUSR2',
] as const;
const untrappable = new Set<string>(['SIGKILL', 'SIGSTOP']);

/** What the processes around a step must survive when it is sent to the whole group. */
export function trappedSignals(stopSignal: NodeJS.Signals): readonly NodeJS.Signals[] {
  const names = new Set<NodeJS.Signals>([...alwaysTrapped, stopSignal]);
  return [...names].filter((name) => !untrappable.has(name));
}

/** The same as numbers, which every shell knows. */
export function trappedNumbers(stopSignal: NodeJS.Signals): readonly number[] {
  return trappedSignals(stopSignal).map((name) => constants.signals[name]);
}

/** Sets the umask with which the engine began: what launchers make themselves is their owner's alone. */
export function usualUmask(): string {
  return `umask ${ownUmask().toString(8).padStart(4, '0')}`;
}

/** What a shell says of a command that the signal has ended. */
export function signalledCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** One word for a POSIX shell, whatever it holds. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
