import { issueText, type LoadIssue, type LoadResult } from '../../dag/definition.ts';
import { quoted } from '../../dag/source/source-node.ts';

interface Taken {
  readonly name: string;
  /** The file that has the name. */
  readonly by: string;
}

const messageOf = ({ name, by }: Taken): string =>
  `the name ${quoted(name)} is already used by the DAG in file ${by}: give this DAG another \`name\``;

/** What is said of a file whose name another one has, where it says the name. */
export function takenNameError(
  taken: Taken,
  { line, column }: Pick<LoadIssue, 'line' | 'column'>,
): string {
  return issueText({ ...EMPTY, line, column, message: messageOf(taken) });
}

const EMPTY = { severity: 'error', endLine: 1, endColumn: 1 } as const;

/** A definition that cannot run, for another one has its name. */
export function withTakenName(loaded: LoadResult, by: string): LoadResult {
  const { name } = loaded.partial;
  const issue = {
    severity: 'error',
    message: messageOf({ name, by }),
    ...loaded.namePlace,
  } as const;
  const issues = [...loaded.issues, issue].sort(
    (one, other) => one.line - other.line || one.column - other.column,
  );
  return { ...loaded, dag: null, issues };
}
