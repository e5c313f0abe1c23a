import type { JqTask } from './jq-task.ts';

/** What jq is told. After a blank nothing is an option. */
export function jqArguments({ expression, raw }: JqTask) {
  const flags = raw ? ['--raw-output', '--compact-output'] : ['--indent', '2'];
  return { flags, expression: ` ${expression}` };
}

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
