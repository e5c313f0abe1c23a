import type { ProcessWork, WorkContext } from '../work.ts';
import { shellInvocation } from './invocation.ts';

/** The programs that the commands or the script of a step start. */
export async function work(context: WorkContext): Promise<ProcessWork> {
  const { step, dag, expand } = context;
  const { commands, ...rest } = shellInvocation({ ...context, step, dagShell: dag.shell });
  const expanded = commands.map(({ words, expandWords }) =>
    expandWords ? Promise.all(words.map((word) => expand(word))) : words,
  );
  return { kind: 'process', ...rest, commands: await Promise.all(expanded) };
}
