import type { ProcessWork, WorkContext } from '../work.ts';
import { shellInvocation } from './invocation.ts';
import { isDirect } from './readers.ts';

/** The programs that the commands or the script of a step start. */
export async function work(context: WorkContext): Promise<ProcessWork> {
  const { dag, expand } = context;
  const step = { ...context.step, shell: await filledIn(context.step.shell, expand) };
  // That of the step leaves it nothing to read, so what its variables hold does not matter.
  const hasOwn = step.shell !== null && !isDirect(step.shell);
  const dagShell = hasOwn ? null : await filledIn(dag.shell, expand);
  const { commands, ...rest } = shellInvocation({ ...context, step, dagShell });
  const expanded = commands.map(({ words, expandWords }) =>
    expandWords ? Promise.all(words.map((word) => expand(word))) : words,
  );
  return { kind: 'process', ...rest, commands: await Promise.all(expanded) };
}

/** @throws Error where nothing is left of the program. */
async function filledIn(
  shell: readonly string[] | null,
  expand: WorkContext['expand'],
): Promise<readonly string[] | null> {
  if (shell === null) return null;
  const words = await Promise.all(shell.map((word) => expand(word)));
  if (words[0] === '') throw new Error(`\`shell\` must name a program, and ${shell[0]} is empty`);
  return words;
}
