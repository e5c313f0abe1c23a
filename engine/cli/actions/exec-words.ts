import type { Format } from '../commands/options.ts';
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { stringify } from 'yaml';
import { inHome } from '../../lib/ssh/in-home.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { withEngine, type Connection } from '../connection/connect.ts';
import { readText } from '../read-text.ts';
import { report } from '../say.ts';
import { folderFor } from './folder-for.ts';
import { followToEnd, requireOtherEngine } from './follow-to-end.ts';

export interface ExecOptions extends GlobalOptions {
  readonly env?: readonly string[];
  readonly dotenv?: readonly string[];
  readonly workdir?: string;
  readonly shell?: string;
  readonly base?: string;
  readonly name?: string;
  readonly runId?: string;
  readonly follow: boolean;
  readonly format: Format;
}

/** Runs one command as a DAG of its own, follows it, and returns the exit code. */
export async function execWords(
  cli: Cli,
  words: readonly string[],
  options: ExecOptions,
): Promise<number> {
  const spec = stringify(definitionOf(words, options));
  const name = options.name ?? nameOf(words, options);
  const base = options.base === undefined ? {} : { base: await readText(options.base) };
  return withEngine(cli, configOf(cli, options), async (connection) => {
    if (!options.follow) requireOtherEngine(connection);
    if (!connection.isElsewhere) requireDotenv(options);
    const { dagRunId } = await connection.client.call('runs.start', {
      spec,
      name,
      ...(options.runId === undefined ? {} : { dagRunId: options.runId }),
      ...workingDir(options, connection),
      ...base,
    });
    const run = { name, dagRunId };
    const { format } = options;
    if (options.follow) return followToEnd(cli, connection, { run, format });
    report(cli, format, { answer: run, words: `Started run ${dagRunId} of ${name}` });
    return 0;
  });
}

/** What was typed is data: nothing in it is a reference to expand, unless a shell is to read it. */
function definitionOf(words: readonly string[], { env, dotenv, shell }: ExecOptions) {
  const command = shell === undefined ? words.map(asWord).join(' ') : words.join(' ');
  return {
    ...(env === undefined ? {} : { env: env.map(asVariable) }),
    ...(dotenv === undefined ? {} : { dotenv: dotenv.map(literal) }),
    steps: [{ name: 'main', shell: shell === undefined ? 'direct' : literal(shell), command }],
  };
}

/** A DAG passes over a dotenv file that is not there; one that was named for this call alone is a slip. */
function requireDotenv({ dotenv = [], workdir = '.' }: ExecOptions): void {
  const files = dotenv.map((file) => resolve(workdir, inHome(file)));
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) throw new CliError(`File ${missing} not found.`);
}

function asVariable(text: string): Readonly<Record<string, string>> {
  const [, name, value = ''] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
  if (name !== undefined) return { [name]: literal(value) };
  throw new CliError(`Write a variable as NAME=value, got ${text}`);
}

/** A text that the engine expands to itself. */
function literal(text: string): string {
  return text.replace(/[$`]/g, '\\$&');
}

/** A word of a command without a shell, which is first split and then expanded. */
function asWord(word: string): string {
  return `'${literal(word).replaceAll("'", `'"'"'`)}'`;
}

const LONGEST_NAME = 40;

function nameOf(words: readonly string[], { shell }: ExecOptions): string {
  const [first = ''] = words;
  // What a shell reads begins with a program as well, if with no path that holds spaces.
  const program = shell === undefined ? first : (first.trim().split(/\s/)[0] ?? '');
  const plain = basename(program).replace(/[^A-Za-z0-9_.-]+/g, '-');
  return `exec-${plain || 'command'}`.slice(0, LONGEST_NAME);
}

/** Here unless told otherwise. An engine elsewhere does not have this folder. */
function workingDir({ workdir }: ExecOptions, connection: Connection) {
  if (workdir === undefined && connection.isElsewhere) return {};
  return { defaultWorkingDir: folderFor(connection, workdir ?? '.', '--workdir') };
}
