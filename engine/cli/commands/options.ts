import { InvalidArgumentError, Option } from 'commander';
import { runStatuses, type RunStatus } from '../../contract/status.ts';
import { didYouMean } from '../../lib/suggest.ts';

export type Format = 'text' | 'json';

export function jsonOption(): Option {
  return new Option('--format <format>', 'how to print the result')
    .choices(['text', 'json'])
    .default('text');
}

/** Reads an option that is a whole number within limits. */
export function integerBetween(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Reads a run status by its word; dashes and spaces will do for underscores. */
export function runStatusOption(text: string): RunStatus {
  const word = text.toLowerCase().replace(/[- ]/g, '_');
  const status = runStatuses.find((known) => known === word);
  if (status !== undefined) return status;
  const meant = didYouMean(word, runStatuses).replace(/^: d/, 'D');
  throw new InvalidArgumentError(meant || `It must be one of ${runStatuses.join(', ')}.`);
}

/** The end of a command's help. */
export function examples(
  ...lines: readonly (readonly [command: string, effect: string])[]
): string {
  const width = Math.max(...lines.map(([command]) => command.length));
  const text = lines.map(([command, effect]) => `  $ ${command.padEnd(width)}  ${effect}`);
  return ['', 'Examples:', ...text].join('\n');
}
