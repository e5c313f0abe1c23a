import { expect } from 'vitest';
import type { LoadIssue } from '../../../../engine/dag/definition.ts';
import { loadDag } from '../../../../engine/steps/load-dag.ts';

/** Names of the DAGs that a step could call. */
export const stored = new Set(['nightly', 'weekly']);

/** `code line:column marked text`: what a reader sees of a warning. */
export function lint(text: string): readonly string[] {
  const { dag, issues } = loadDag(text, { name: 'file', lint: { storedDags: stored } });
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(dag).not.toBeNull();
  return issues.map(
    (issue) => `${issue.code} ${issue.line}:${issue.column} ${marked(text, issue)}`,
  );
}

function marked(text: string, { line, column, endLine, endColumn }: LoadIssue): string {
  const source = text.split('\n')[line - 1] ?? '';
  return endLine === line
    ? source.slice(column - 1, endColumn - 1)
    : `${source.slice(column - 1)}…`;
}
