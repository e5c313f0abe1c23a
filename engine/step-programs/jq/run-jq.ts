import { print, writeAll } from '../print.ts';
import { boundMemory } from './bound-memory.ts';
import { inWords, jqArguments, withEnvironment } from './jq-words.ts';
import type { JqTask } from './jq-task.ts';
import { loadJq, type Jq } from './load-jq.ts';
import { Pieces } from './pieces.ts';

const MAX_MB = 64;

/** Applies an expression to its input and prints the results as they come. @throws Error in the words of jq. */
export async function runJq(task: JqTask): Promise<void> {
  if (task.program === '') await runOwnJq(task);
  else await (await import('./system-jq.ts')).runSystemJq(task);
}

/** jq is a part of this process, which shows it no folder. */
async function runOwnJq(task: JqTask): Promise<void> {
  const isOutOfMemory = boundMemory(MAX_MB * 1024 * 1024);
  const results = new Pieces(print);
  // The last of what it says is why it fails.
  const words = new Pieces((bytes) => writeAll(2, bytes));
  const jq = await loadJq({
    preRun: [],
    stdout: (byte) => results.add(byte),
    stderr: (byte) => words.add(byte),
    printErr: () => undefined,
  });
  try {
    apply(jq, task);
  } catch (error) {
    const said = words.take() || (error as Error).message;
    throw new Error(isOutOfMemory() ? outOfMemory : inWords(said), { cause: error });
  } finally {
    results.flush();
    words.flush();
  }
}

function apply(jq: Jq, task: JqTask): void {
  const { expression, flags } = jqArguments(withEnvironment(task, stepVariables()));
  jq.raw(task.input, expression, flags);
}

/** The variables of the step, without those by which it is started. */
function stepVariables(): Readonly<Record<string, string>> {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(?:ELECTRON_RUN_AS_NODE|DAG_STEP_COOKIE)$/.test(name),
  );
  return Object.fromEntries(entries.map(([name, value = '']) => [name, value]));
}

const outOfMemory = `jq needs more than ${MAX_MB} MiB of memory for this: print more values that are smaller, or run jq in a shell step, which has no limit`;
