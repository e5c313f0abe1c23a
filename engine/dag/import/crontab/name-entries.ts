import { newFileName } from '../../../contract/fields.ts';
import { baseOf, programOfCommand } from './program-of-command.ts';
import type { CrontabEntry } from './read-crontab.ts';

const LONGEST = 34;

/** A name for the DAG of an entry: that of its program, told apart from those that are taken (in lower case). */
export function nameOfEntry({ command, line }: CrontabEntry, taken: ReadonlySet<string>): string {
  const stem = stemOf(command) || `cron-line-${line}`;
  // Files of a folder may have to differ in more than case.
  if (!taken.has(stem.toLowerCase())) return stem;
  for (let number = 2; ; number++) {
    const name = `${stem}-${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

function stemOf(command: string): string {
  const base = baseOf(programOfCommand(command)).replace(/\.(sh|py|pl|rb|js|php|jar)$/, '');
  const name = base
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^[-_.]+|[-_.]+$/g, '');
  return newFileName.safeParse(name).success ? name : '';
}
