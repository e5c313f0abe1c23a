import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../../lib/regular-file.ts';
import { writeFirst } from '../../lib/write-file.ts';

/** The files in which a program leaves what it tells its runner (GitHub, "Environment files"). */
export interface CommandFiles {
  /** Variables that name the files. */
  readonly env: Readonly<Record<FileVariable, string>>;
  readonly read: () => FileCommands;
}

const fileVariables = [
  'GITHUB_OUTPUT',
  'GITHUB_ENV',
  'GITHUB_PATH',
  'GITHUB_STATE',
  'GITHUB_STEP_SUMMARY',
] as const;
type FileVariable = (typeof fileVariables)[number];

type Entries = readonly (readonly [name: string, value: string])[];

interface FileCommands {
  readonly outputs: Entries;
  readonly env: Entries;
  readonly state: Entries;
  readonly path: readonly string[];
  readonly summary: string;
}

const MAX_BYTES = 1024 * 1024;

/** New files for one program. */
export function commandFiles(folder: string): CommandFiles {
  const own = join(folder, randomUUID());
  mkdirSync(own, { recursive: true });
  const paths = fileVariables.map((name) => [name, join(own, name.toLowerCase())] as const);
  for (const [, path] of paths) writeFirst(path, '');
  const env = Object.fromEntries(paths) as Record<FileVariable, string>;
  const textOf = (name: FileVariable): string =>
    readText(env[name], { links: 'refuse', mostBytes: MAX_BYTES });
  return {
    env,
    read: () => ({
      outputs: entriesOf(textOf('GITHUB_OUTPUT')),
      env: entriesOf(textOf('GITHUB_ENV')),
      state: entriesOf(textOf('GITHUB_STATE')),
      path: textOf('GITHUB_PATH').split(/\r?\n/).filter(Boolean),
      summary: textOf('GITHUB_STEP_SUMMARY'),
    }),
  };
}

/** `name=value`, or `name<<END`, lines, `END`. @throws Error that names a line that is neither. */
function entriesOf(text: string): Entries {
  const lines = text.split(/\r?\n/);
  const entries: (readonly [string, string])[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line === '') continue;
    const [, name, mark, rest = ''] = /^([^=<]+?)(=|<<)(.*)$/s.exec(line) ?? [];
    if (name === undefined) throw new Error(`a line is neither name=value nor name<<END: ${line}`);
    if (mark === '=') {
      entries.push([name, rest]);
      continue;
    }
    const end = lines.indexOf(rest, at + 1);
    if (end === -1) throw new Error(`the value of ${name} has no end: there is no line ${rest}`);
    entries.push([name, lines.slice(at + 1, end).join('\n')]);
    at = end;
  }
  return entries;
}
