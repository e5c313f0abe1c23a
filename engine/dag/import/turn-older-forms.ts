import type { LoadIssue } from '../definition.ts';
import { readYaml } from '../source/read-yaml.ts';
import { createReport, OLDER_FORM } from '../source/report.ts';
import type { SourceNode } from '../source/source-node.ts';
import type { CallableDags } from './actions/dag-names.ts';
import { placeSaid } from './actions/place-said.ts';
import { turnDefinition } from './actions/turn-definition.ts';
import { withAdvice } from './advice.ts';
import { executorEdits } from './executor-edits.ts';
import { graphEdits } from './graph-edits.ts';
import type { Remark } from './remark.ts';
import { NAMESPACES } from './turn-references.ts';
import { withEdits, type TextEdit } from './text-edits.ts';
import { STAYS } from '../lint/rules/unknown-reference.ts';

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
 * Writes a definition of earlier forms anew. Keys that the loader calls older forms are renamed in place: comments, order and
 * spaces stay. A definition of today stays as it is.
 *
 * @param load Reads a text as the engine does, and answers what is wrong with it.
 * @param dags What can be called.
 */
export async function turnOlderForms(
  before: string,
  load: Load,
  dags: CallableDags = new Map(),
): Promise<Turned> {
  const { text, said } = turnDefinition(before, dags);
  const turned = await turnKeys(text, load);
  // What meant something else in earlier versions is told where the definition is of one.
  const told = turned.text === before ? said.filter(({ isOfOlder }) => isOfOlder !== true) : said;
  const [remarks, problems] = [false, true].map((isProblem) =>
    placeSaid(
      turned.text,
      told.filter((one) => one.isProblem === isProblem),
    ),
  );
  return {
    text: turned.text,
    remarks: inOrder([...(remarks ?? []), ...turned.remarks]),
    problems: withNames(problems ?? [], turned.problems),
  };
}

type Load = (text: string) => Promise<readonly LoadIssue[]>;

const inOrder = (remarks: readonly Remark[]): readonly Remark[] =>
  remarks.toSorted((one, other) => one.line - other.line);

/** What was found by name tells more than that its keys are unknown. */
function withNames(named: readonly Remark[], loaded: readonly Remark[]): readonly Remark[] {
  if (named.length === 0) return loaded;
  return inOrder([...named, ...loaded.filter(({ message }) => !ACTION_KEY.test(message))]);
}

const ACTION_KEY = /^unknown key `(?:action|with|approval|defaults|actions|step_types)`/;

/** Renames keys, as many rounds as there are levels, and says what graph was meant. */
async function turnKeys(before: string, load: Load): Promise<Turned> {
  let text = before;
  let issues = await load(text);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = withEdits(text, editsFor(text, onlyErrors(issues)));
    if (next === text) break;
    text = next;
    issues = await load(text);
  }
  const errors = onlyErrors(issues);
  if (errors.length === 0) return { text, remarks: changedMeanings(issues), problems: [] };
  const graphs: Turned[] = [];
  for (const { edits, remarks } of graphEdits(text, rootsOf(text))) {
    if (edits.length === 0) continue;
    const turned = withEdits(text, edits);
    const found = await load(turned);
    const problems = onlyErrors(found).map(toRemark);
    const all = [...remarks, ...changedMeanings(found)];
    if (problems.length === 0) return { text: turned, remarks: all, problems };
    graphs.push({ text: turned, remarks, problems });
  }
  return graphs[0] ?? { text, remarks: [], problems: errors.map(toRemark) };
}

/** Warnings about what meant something else before, with what that was. */
const meanings: Readonly<Record<string, string>> = {
  'foreign-reference': 'Before, it was filled in.',
  'unknown-reference': 'Before, it stayed as it is.',
  'unknown-dag': 'Import it as well, or create it.',
  'max-active-runs-ignored': '',
  'protected-name': 'Before, it was set.',
};

const ofNamespace = new RegExp(`^\`\\$\\{(?:${NAMESPACES.join('|')})\\.`);

function changedMeanings(issues: readonly LoadIssue[]): readonly Remark[] {
  return issues.flatMap(({ line, code = '', message }) => {
    // What nothing fills in stayed as it is before, too.
    if (!Object.hasOwn(meanings, code) || message.endsWith(STAYS)) return [];
    const before = ofNamespace.test(message) ? 'Before, it was filled in.' : meanings[code];
    return [{ line, message: `${message}. ${before}`.trim() }];
  });
}

const onlyErrors = (issues: readonly LoadIssue[]): readonly LoadIssue[] =>
  issues.filter(({ severity }) => severity === 'error');

const toRemark = ({ line, message }: LoadIssue): Remark => withAdvice({ line, message });

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
