import type { Cli } from './cli.ts';
import type { Format } from './commands/options.ts';
import { json } from './print/json.ts';

/** Says in a line how the work goes on: nothing with `--quiet`. */
export function say({ out, isQuiet }: Cli, line: string): void {
  if (!isQuiet()) out.write(`${line}\n`);
}

/** A line beside the result, where no program takes it for a part of that: nothing with `--quiet`. */
export function remark({ err, isQuiet }: Cli, line: string): void {
  if (!isQuiet()) err.write(`${line}\n`);
}

interface Outcome {
  readonly answer: unknown;
  /** The answer in a line, for a person. */
  readonly words: string;
}

/** What a command has done. Only as JSON does `--quiet` leave any of it: the exit code says the rest. */
export function report(cli: Cli, format: Format, { answer, words }: Outcome): void {
  if (format === 'json') cli.out.write(json(answer));
  else say(cli, words);
}
