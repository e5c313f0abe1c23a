import type { LoadIssue, LoadResult } from '../../dag/definition.ts';
import type { DagFile } from '../../platform/dag-files.ts';
import { loadDag } from '../../steps/load-dag.ts';
import type { ReadDag } from './dag-reader.ts';
import { reasonOf } from './file-problems.ts';
import { inFolder } from './in-folder.ts';

/** What is wrong with a file that has no text: a pipe or a folder has its name, it is in another encoding, or not ours to read. */
export const unreadProblem = (error: unknown): string =>
  `cannot read the file (${reasonOf(error)}).`;

/**
 * A definition whose file cannot be read, as one with an error: it can be asked about, renamed and deleted, but not run.
 * `name`: that of its DAG, as far as it was known before.
 */
export function unreadDag(
  file: DagFile,
  { name, error }: { readonly name: string; readonly error: unknown },
): ReadDag & { readonly unread: string } {
  const unread = unreadProblem(error);
  const loaded = inFolder(unreadable(name, unread), file.folder);
  return { file, text: '', base: null, loaded, unread };
}

function unreadable(name: string, message: string): LoadResult {
  const place = { line: 1, column: 1, endLine: 1, endColumn: 1 };
  const issue: LoadIssue = { severity: 'error', message, ...place };
  return { ...loadDag('', { name }), dag: null, issues: [issue] };
}
