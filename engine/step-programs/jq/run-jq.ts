import loading from 'jq-web';
import { print } from '../print.ts';
import type { JqTask } from './jq-task.ts';

/**
 * Applies an expression to its input and prints the results. jq is a part of this process, which has no folder and no
 * variable of the system to show it.
 *
 * @throws Error in the words of jq.
 */
export async function runJq({ expression, input, raw }: JqTask): Promise<void> {
  const jq = await loading;
  const flags = raw ? ['--raw-output', '--compact-output'] : ['--indent', '2'];
  try {
    // After a blank nothing is an option.
    const printed = jq.raw(input, ` ${expression}`, flags);
    if (printed !== undefined) print(`${printed}\n`);
  } catch (error) {
    throw new Error(wordsOf(error), { cause: error });
  }
}

/** What jq said, without the names of the files that the library makes for it. */
function wordsOf(error: unknown): string {
  const { stderr, message } = error as { readonly stderr?: string; readonly message: string };
  return (stderr ?? message)
    .replaceAll(/^jq: (?:error: )?/gm, '')
    .replaceAll(/error \(at (?:inputString:\d+|<unknown>)\)(?: \(not a string\))?: /g, '')
    .replace(' (Unix shell quoting issues?)', '')
    .replace(/\s+\d+ compile errors?$/, '')
    .trim();
}
