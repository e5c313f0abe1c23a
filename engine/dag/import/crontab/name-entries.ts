import { newFileName } from '../../../contract/fields.ts';
import { baseOf, programOfCommand } from './program-of-command.ts';
import type { CrontabEntry } from './read-crontab.ts';

const LONGEST = 34;

/** Names of entries that are told apart, however many of them are called alike. */
export class EntryNames {
  /** In lower case: files of a folder may have to differ in more than case. */
  readonly #taken: Set<string>;
  /** By stem: no number below is free. */
  readonly #next = new Map<string, number>();

  constructor(taken = new Set<string>()) {
    this.#taken = taken;
  }

  /** A name for the DAG of an entry, which is taken from now on: that of its program, with a number where that is taken. */
  take({ command, line }: Pick<CrontabEntry, 'command' | 'line'>): string {
    const stem = stemOf(command) || `cron-line-${line}`;
    const name = this.#taken.has(stem.toLowerCase()) ? this.#numbered(stem) : stem;
    this.#taken.add(name.toLowerCase());
    return name;
  }

  #numbered(stem: string): string {
    const key = stem.toLowerCase();
    let number = this.#next.get(key) ?? 2;
    while (this.#taken.has(`${key}-${number}`)) number += 1;
    this.#next.set(key, number + 1);
    return `${stem}-${number}`;
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
