import { basename } from 'node:path';
import { issueText, type LoadIssue } from '../../dag/definition.ts';
import { loadDag } from '../../steps/load-dag.ts';
import { stemOf } from '../../platform/dag-file-names.ts';
import type { Cli } from '../cli.ts';
import { exitCodes } from '../cli-error.ts';
import type { Format } from '../commands/options.ts';
import { issuesText } from '../print/issues.ts';
import { json } from '../print/json.ts';
import { readText } from '../read-text.ts';

interface CheckedFile {
  readonly file: string;
  readonly text: string;
  readonly issues: readonly LoadIssue[];
  readonly valid: boolean;
}

/** Checks files and needs no engine for it. Returns the exit code. */
export async function validateFiles(
  { out }: Cli,
  files: readonly string[],
  format: Format,
): Promise<number> {
  const checked = await Promise.all(files.map(check));
  if (format === 'json') out.write(json(checked.map(forPrograms)));
  else for (const file of checked) out.write(issuesText(file, out.colors) + summary(file));
  return checked.every(({ valid }) => valid) ? 0 : exitCodes.failed;
}

async function check(file: string): Promise<CheckedFile> {
  const text = await readText(file);
  const { issues } = loadDag(text, { name: stemOf(basename(file)), lint: { storedDags: null } });
  return { file, text, issues, valid: issues.every(({ severity }) => severity !== 'error') };
}

/** The same as `dags.validate` answers, for each file. */
function forPrograms({ file, issues, valid }: CheckedFile) {
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
