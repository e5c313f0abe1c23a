import type { JqTask } from './jq-task.ts';

/** What jq is told. After a blank nothing is an option. */
export function jqArguments({ expression, raw, args = {} }: JqTask) {
  const style = raw ? ['--raw-output', '--compact-output'] : ['--indent', '2'];
  const variables = Object.entries(args).flatMap(([name, json]) => ['--argjson', name, json]);
  return { flags: [...style, ...variables], expression: ` ${expression}` };
}

/**
 * The same for the built-in jq, which has variables of its own in place of those of the step: both of the names under which an
 * expression knows them are given others. Before an import nothing can be defined.
 */
export function withEnvironment(task: JqTask, env: Readonly<Record<string, string>>): JqTask {
  const { expression, args } = task;
  if (!/\$ENV\b|\benv\b/.test(expression) || /^\s*(?:import|include)\b/.test(expression))
    return task;
  const defined = `$${VARIABLES} as $ENV | def env: $ENV; ${expression}`;
  return { ...task, expression: defined, args: { ...args, [VARIABLES]: JSON.stringify(env) } };
}

const VARIABLES = '__environment';

/** What jq said, without the names of files that its user did not give it. */
export function inWords(said: string): string {
  return said
    .trim()
    .replaceAll(/^jq: (?:error: )?/gm, '')
    .replaceAll(
      /error \(at (?:inputString:\d+|<unknown>|<stdin>:\d+)\)(?: \(not a string\))?: /g,
      '',
    )
    .replace(' (Unix shell quoting issues?)', '')
    .replace(/\s+\d+ compile errors?$/, '')
    .trim();
}
