import { basename, dirname, resolve } from 'node:path';
import type { BaseDag } from '../../dag/base.ts';
import { issueText, type LoadIssue } from '../../dag/definition.ts';
import { judgeValues } from '../../execution/prepare/judge-values.ts';
import { schemasHere } from '../../execution/prepare/param-schemas.ts';
import { loadDag } from '../../steps/load-dag.ts';
import { stemOf } from '../../platform/dag-file-names.ts';
import { readDagText } from '../../platform/dag-files.ts';
import { DagTree } from '../../platform/dag-folder/dag-tree.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { CliError, exitCodes } from '../cli-error.ts';
import type { Format } from '../commands/options.ts';
import { issuesText } from '../print/issues.ts';
import { json } from '../print/json.ts';
import { readBase } from '../read-base.ts';
import { readText } from '../read-text.ts';
import { reportError } from '../report-error.ts';

interface CheckedFile {
  readonly file: string;
  readonly text: string;
  readonly issues: readonly LoadIssue[];
  readonly valid: boolean;
}

/** There is nothing to check, which is no reason to keep back what the other files have. */
interface UnreadFile {
  readonly file: string;
  readonly unread: CliError;
}

export interface ValidateOptions extends GlobalOptions {
  readonly format: Format;
}

/** Checks files as an engine of this home reads them, and needs none for it. Returns the exit code. */
export async function validateFiles(
  cli: Cli,
  files: readonly string[],
  options: ValidateOptions,
): Promise<number> {
  const { format } = options;
  const { dagsDir, baseConfig } = configOf(cli, options).paths;
  const surroundings = { base: readBase(baseConfig), dagsDir };
  const checked = await Promise.all(files.map((file) => checkIfRead(file, surroundings)));
  if (format === 'json') cli.out.write(json(checked.map(forPrograms)));
  else for (const file of checked) write(cli, file);
  return checked.every((file) => 'valid' in file && file.valid) ? 0 : exitCodes.failed;
}

function write({ out, err }: Cli, file: CheckedFile | UnreadFile): void {
  if ('unread' in file) reportError(file.unread, err, false);
  else out.write(issuesText(file, out.colors) + summary(file));
}

interface Surroundings {
  readonly base: BaseDag | null;
  readonly dagsDir: string;
}

async function checkIfRead(file: string, around: Surroundings): Promise<CheckedFile | UnreadFile> {
  try {
    return await check(file, around);
  } catch (error) {
    if (error instanceof CliError) return { file, unread: error };
    throw error;
  }
}

async function check(file: string, { base, dagsDir }: Surroundings): Promise<CheckedFile> {
  const text = await readText(file);
  const folders = new Set([resolve(dirname(file)), dagsDir]);
  const issuesWith = async (storedDags: ReadonlySet<string>): Promise<readonly LoadIssue[]> => {
    const loaded = loadDag(text, { name: stemOf(basename(file)), base, lint: { storedDags } });
    return (await judgeValues(text, loaded, { schemas: schemasHere, folders: [...folders] }))
      .issues;
  };
  let issues = await issuesWith(namesIn(folders));
  // A DAG may have another name than its file. To find that out takes reading all of them.
  if (issues.some(({ code }) => code === 'unknown-dag')) {
    issues = await issuesWith(namesIn(folders, nameInText));
  }
  return { file, text, issues, valid: issues.every(({ severity }) => severity !== 'error') };
}

/** By what DAGs in folders can be called: the names of their files, and what else is said of each. */
function namesIn(
  folders: ReadonlySet<string>,
  alsoOf: (tree: DagTree, fileName: string) => readonly string[] = () => [],
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const folder of folders) {
    const tree = new DagTree(folder).look();
    for (const fileName of tree.names()) {
      for (const name of [fileName, ...alsoOf(tree, fileName)]) names.add(name);
    }
  }
  return names;
}

function nameInText(tree: DagTree, fileName: string): readonly string[] {
  const text = textIn(tree, fileName);
  return text === null ? [] : [loadDag(text, { name: fileName }).partial.name];
}

/** Null for one that cannot be read: it says no name. */
function textIn(tree: DagTree, fileName: string): string | null {
  try {
    const file = tree.find(fileName);
    return file === null ? null : readDagText(file);
  } catch {
    return null;
  }
}

/** The same as `dags.validate` answers, for each file. */
function forPrograms(checked: CheckedFile | UnreadFile) {
  const { file } = checked;
  if ('unread' in checked) {
    return { file, valid: false, errors: [checked.unread.message], diagnostics: [] };
  }
  const { issues, valid } = checked;
  const errors = issues.filter(({ severity }) => severity === 'error').map(issueText);
  return { file, valid, errors, diagnostics: issues };
}

function summary({ file, issues, valid }: CheckedFile): string {
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  const counts = [count(errors, 'error'), count(issues.length - errors, 'warning')].filter(Boolean);
  const gap = issues.length > 0 ? '\n' : '';
  const verdict = valid ? 'is valid' : 'is not valid';
  return `${gap}${file} ${verdict}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}\n`;
}

function count(number: number, word: string): string {
  if (number === 0) return '';
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
