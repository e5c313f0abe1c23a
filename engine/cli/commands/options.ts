import { InvalidArgumentError, Option } from 'commander';
import { runStatuses, type RunStatus } from '../../contract/status.ts';
import { didYouMean } from '../../lib/suggest.ts';

export type Format = 'text' | 'json';

/** `--format text`, the default, or `json`. */
export function jsonOption(): Option {
  return new Option('--format <format>', 'output format').choices(['text', 'json']).default('text');
}

/** `-p`, as often as one likes. */
export function paramsOption(): Option {
  return new Option('-p, --params <text>', 'parameters: `A=1 B="x y"`, or JSON').argParser(
    (text: string, before: readonly string[] = []) => [...before, text],
  );
}

/** `-r`; which run is meant without it differs, so `about` says it. */
export function runIdOption(about: string): Option {
  return new Option('-r, --run-id <id>', about);
}

/** `--set`, as often as one likes. */
export function setOption(): Option {
  return new Option(
    '--set <key=value>',
    'override a setting of config.yaml; see `dagwright config keys`',
  ).argParser((text: string, before: readonly string[] = []) => [...before, text]);
}

/** For definitions that may name none. */
export function workingDirOption(): Option {
  return new Option(
    '--default-working-dir <folder>',
    'working directory of steps without one (default: the folder of the DAG)',
  );
}

/** `--no-follow`: the option is `follow`, and true without it. */
export function followOption(): Option {
  return new Option('--no-follow', 'return at once, without following the run');
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
