import { CliError } from './cli-error.ts';

/** The value of an option that is JSON. */
export function readJsonOption(option: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError(`${option} is not JSON: ${(error as Error).message}`);
  }
}
