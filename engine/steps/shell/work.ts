import type { ProcessWork, WorkContext } from '../work.ts';
import { shellInvocation } from './invocation.ts';

/** The programs that the commands or the script of a step start. */
export async function work(context: WorkContext): Promise<ProcessWork> {
  const { step, dag, expand } = context;
  const { expandWords, ...invocation } = shellInvocation({ ...context, step, dagShell: dag.shell });
  const expandAll = (words: readonly string[]): Promise<string[]> =>
    Promise.all(words.map((word) => expand(word)));
  const commands = expandWords
    ? await Promise.all(invocation.commands.map(expandAll))
    : invocation.commands;
  return { kind: 'process', ...invocation, commands };
}
