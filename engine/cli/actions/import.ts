import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineClient } from '../../contract/client.ts';
import {
  MAX_IMPORT_FILES,
  MAX_IMPORT_TEXT,
  type ImportResult,
  type PlannedImport,
} from '../../contract/imports.ts';
import type { OperationCall } from '../../contract/operations.ts';
import { IMPORT_BODY_LIMIT } from '../../contract/operations/imports.ts';
import { namesOfImport } from '../../dag/import/name-definitions.ts';
import { readText } from '../../lib/regular-file.ts';
import { isDagFile, stemOf } from '../../platform/dag-file-names.ts';
import { userCrontab } from '../../platform/user-crontab.ts';
import { agrees } from '../agree.ts';
import { askEngine } from '../ask-engine.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { CliError, exitCodes } from '../cli-error.ts';
import type { Format } from '../commands/options.ts';
import { inRequests } from '../in-requests.ts';
import { oneLine } from '../print/display-width.ts';
import { importPlanText, importResultText } from '../print/import-text.ts';
import { json } from '../print/json.ts';
import { readText as readNamedText } from '../read-text.ts';
import { say } from '../say.ts';

export interface ImportOptions extends GlobalOptions {
  readonly only?: readonly string[];
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly replace?: boolean;
  /** Whether entries of a crontab name their users; left out: as the file looks. */
  readonly system?: boolean;
  readonly format: Format;
}

interface FromDagu {
  readonly folder: string;
  readonly options: ImportOptions;
}

interface FromCrontab {
  /** Undefined: the crontab of the user. */
  readonly file: string | undefined;
  readonly options: ImportOptions;
}

type Asked = OperationCall<'imports.plan'>;

/** Returns the exit code: 1 when something could not be turned, or was not created. */
export async function importDagu(cli: Cli, { folder, ...rest }: FromDagu): Promise<number> {
  const read = (await definitionsIn(folder)).map((name) => readDefinition(folder, name));
  const unread = read.filter((one) => 'problem' in one);
  for (const { name, problem } of unread) cli.err.write(`${oneLine(`${name}: ${problem}`)}\n`);
  const files = read.filter((one) => 'text' in one);
  if (files.length === 0) return exitCodes.failed;
  const exitCode = await importAll(cli, { ...rest, asked: { kind: 'dagu', files } });
  return unread.length > 0 ? exitCodes.failed : exitCode;
}

/** Returns the exit code: 1 when something could not be turned, or was not created. */
export async function importCrontab(cli: Cli, { file, ...rest }: FromCrontab): Promise<number> {
  const text = await crontabOf(cli, file);
  const files = [{ name: file === undefined || file === '-' ? 'crontab' : file, text }];
  const { system } = rest.options;
  const asked = { kind: 'crontab', files, ...(system === undefined ? {} : { system }) } as const;
  return importAll(cli, { ...rest, asked });
}

async function definitionsIn(folder: string): Promise<readonly string[]> {
  const all = await readdir(folder).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CliError(`Folder ${folder} not found.`);
    if (code === 'ENOTDIR') throw new CliError(`${folder} is a file, not a folder.`);
    throw new CliError(`The folder ${folder} cannot be read: ${(error as Error).message}.`);
  });
  const names = all.filter(isDagFile).sort(byStem);
  if (names.length === 0) throw new CliError(`${folder} has no YAML files.`);
  if (names.length <= MAX_IMPORT_FILES) return names;
  throw new CliError(
    `${folder} has ${names.length} YAML files, and an import takes ${MAX_IMPORT_FILES}. Import them in parts.`,
  );
}

/** Those that would become one DAG come one after the other. */
function byStem(one: string, other: string): number {
  const [a, b] = [one, other].map((name) => [stemLower(name), name].join('\0'));
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

const stemLower = (name: string): string => stemOf(name).toLowerCase();

type ReadFile = { readonly name: string } & (
  { readonly text: string } | { readonly problem: string }
);

/** What is no regular file of this folder is not read: a link may lead out of it. */
function readDefinition(folder: string, name: string): ReadFile {
  try {
    const text = readText(join(folder, name), { links: 'refuse' });
    return text.length > MAX_IMPORT_TEXT
      ? { name, problem: 'It is longer than 256 Ki characters, so it is left out.' }
      : { name, text };
  } catch (error) {
    return { name, problem: `It cannot be read: ${(error as Error).message}` };
  }
}

async function crontabOf(cli: Cli, file: string | undefined): Promise<string> {
  if (file === '-') return cli.readStdin();
  if (file !== undefined) return readNamedText(file);
  try {
    return await userCrontab(cli.env);
  } catch (error) {
    throw new CliError(`Your crontab cannot be read: ${(error as Error).message}.`, {
      hint: 'Name a file with it: dagwright import crontab FILE',
    });
  }
}

interface ToImport {
  readonly asked: Asked;
  readonly options: ImportOptions;
}

async function importAll(cli: Cli, { asked, options }: ToImport): Promise<number> {
  return askEngine(cli, options, async (client) => {
    const dags = await planAll(client, asked);
    const chosen = options.only === undefined ? dags : chosenOf(dags, options.only);
    const toTake = chosen.filter((dag) => isToTake(dag, options));
    const isLeft = chosen.some((dag) => dag.existing?.same !== true && !toTake.includes(dag));
    if (options.format === 'text') cli.out.write(importPlanText(chosen, cli.out, options));
    const results = await take(cli, client, { dags: toTake, options });
    if (options.format === 'json') {
      cli.out.write(json({ dags: chosen, results }));
    } else cli.out.write(importResultText(results, cli.out));
    const isRefused = results.some(({ outcome }) => outcome === 'refused');
    return isLeft || isRefused ? exitCodes.failed : 0;
  });
}

/** The answer has each text up to three times: before, after, and that of a DAG of its name. */
const PLAN_BYTES = IMPORT_BODY_LIMIT / 3;

/** In several requests where one would be too long; each has the files of one name, and knows the names of all. */
async function planAll(client: EngineClient, asked: Asked): Promise<readonly PlannedImport[]> {
  const dags: PlannedImport[] = [];
  const together = ({ name }: Asked['files'][number]): string => stemLower(name);
  const requests = inRequests(asked.files, { mostBytes: PLAN_BYTES, together });
  const whole = asked.kind === 'dagu' && requests.length > 1 ? namesOfImport(asked.files) : null;
  const named = whole && { all: { files: [...whole.files], dags: [...whole.dags] } };
  for (const files of requests) {
    const planned = await client.call('imports.plan', { ...asked, files: [...files], ...named });
    dags.push(...planned.dags);
  }
  return dags;
}

function chosenOf(
  dags: readonly PlannedImport[],
  names: readonly string[],
): readonly PlannedImport[] {
  const missing = names.find((name) => dags.every(({ fileName }) => fileName !== name));
  if (missing === undefined) return dags.filter(({ fileName }) => names.includes(fileName));
  throw new CliError(`There is no DAG ${missing} in this import.`, {
    hint: 'See the names with --dry-run.',
  });
}

/** One that is there already stays, unless its replacement was asked for. */
function isToTake({ problems, existing }: PlannedImport, { replace }: ImportOptions): boolean {
  if (problems.length > 0 || existing?.same === true) return false;
  return existing === null || replace === true;
}

async function take(
  cli: Cli,
  client: EngineClient,
  { dags, options }: { readonly dags: readonly PlannedImport[]; readonly options: ImportOptions },
): Promise<readonly ImportResult[]> {
  if (options.dryRun === true || dags.length === 0) return [];
  const number = dags.length === 1 ? '1 DAG' : `${dags.length} DAGs`;
  const replaced = dags.filter(({ existing }) => existing !== null).length;
  const act = `Create ${number}${replaced > 0 ? `, of which ${replaced} ${replaced === 1 ? 'replaces another' : 'replace others'}` : ''}`;
  if (options.format === 'text') say(cli, '');
  if (!(await agrees(cli, { act, yes: options.yes }))) return [];
  const asked = dags.map(({ fileName, spec, existing }) => ({
    fileName,
    spec,
    ...(existing === null ? {} : { replaces: existing.version }),
  }));
  const results: ImportResult[] = [];
  for (const part of inRequests(asked, { mostBytes: IMPORT_BODY_LIMIT })) {
    results.push(...(await client.call('imports.apply', { dags: [...part] })).results);
  }
  return results;
}
