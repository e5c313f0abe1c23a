import type { LoadIssue } from '../definition.ts';
import { readYaml } from '../source/read-yaml.ts';
import { createReport, OLDER_FORM } from '../source/report.ts';
import type { SourceNode } from '../source/source-node.ts';
import { executorEdits } from './executor-edits.ts';
import { graphEdits } from './graph-edits.ts';
import type { Remark } from './remark.ts';
import { withEdits, type TextEdit } from './text-edits.ts';

export interface Turned {
  readonly text: string;
  /** What is not the same as before, although it loads. */
  readonly remarks: readonly Remark[];
  /** What keeps the new text from loading. */
  readonly problems: readonly Remark[];
}

/** Keys below a key are read once that one is known: as many rounds as a definition has levels, and some. */
const MAX_ROUNDS = 20;

/**
 * Writes a definition of earlier forms anew. What the loader calls an older form is all that is changed, in place: a
 * definition that loads stays as it is, and so do comments, order and spaces of every other one.
 *
 * @param load Reads a text as the engine does, and answers what is wrong with it.
 */
export async function turnOlderForms(
  before: string,
  load: (text: string) => Promise<readonly LoadIssue[]>,
): Promise<Turned> {
  let text = before;
  let errors = onlyErrors(await load(text));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = withEdits(text, editsFor(text, errors));
    if (next === text) break;
    text = next;
    errors = onlyErrors(await load(text));
  }
  if (errors.length === 0) return { text, remarks: [], problems: [] };
  const graphs: Turned[] = [];
  for (const { edits, remarks } of graphEdits(text, rootsOf(text))) {
    if (edits.length === 0) continue;
    const turned = withEdits(text, edits);
    const problems = onlyErrors(await load(turned)).map(toRemark);
    if (problems.length === 0) return { text: turned, remarks, problems };
    graphs.push({ text: turned, remarks, problems });
  }
  return graphs[0] ?? { text, remarks: [], problems: errors.map(toRemark) };
}

const onlyErrors = (issues: readonly LoadIssue[]): readonly LoadIssue[] =>
  issues.filter(({ severity }) => severity === 'error');

const toRemark = ({ line, message }: LoadIssue): Remark => ({ line, message });

function editsFor(text: string, errors: readonly LoadIssue[]): readonly TextEdit[] {
  const older = errors.filter(({ code }) => code === OLDER_FORM);
  if (older.length === 0) return [];
  const lines = lineStarts(text);
  const renames: TextEdit[] = [];
  const executors = new Set<number>();
  for (const { line, column, endLine, endColumn, suggestion } of older) {
    const start = (lines[line - 1] ?? 0) + column - 1;
    const end = (lines[endLine - 1] ?? 0) + endColumn - 1;
    if (suggestion === undefined) executors.add(start);
    else renames.push({ start, end, text: suggestion });
  }
  // Moving lines moves the places of renames, so that each has a round of its own.
  if (renames.length > 0 || executors.size === 0) return renames;
  return executorEdits(text, rootsOf(text), executors);
}

function rootsOf(text: string): readonly SourceNode[] {
  return readYaml(text, createReport(text)).map(({ root }) => root);
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
