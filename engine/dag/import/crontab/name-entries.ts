import { newFileName } from '../../../contract/fields.ts';
import type { CrontabEntry } from './read-crontab.ts';

/** Words of a command that only say how the next one runs. */
const prefix =
  /^(cd|nice|ionice|sudo|env|time|timeout|flock|exec|nohup|sh|bash|\S*\/(?:sh|bash|env)|\S*(?:python|perl|node|ruby|php)[\d.]*|test|\[|\w+=.*|-.*|\d+.*|&&|\|\||;|.*;)$/;
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
  const words = command.split(/\s+/);
  const program =
    words.find((word, index) => !prefix.test(word) && words[index - 1] !== 'cd') ?? '';
  const base = program.replace(/^.*\//, '').replace(/\.(sh|py|pl|rb|js|php)$/, '');
  const name = base
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^[-_.]+|[-_.]+$/g, '');
  return newFileName.safeParse(name).success ? name : '';
}
