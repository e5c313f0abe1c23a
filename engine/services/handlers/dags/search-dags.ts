import type { OperationOutput } from '../../../contract/operations.ts';
import { nextTurn } from '../../../lib/next-turn.ts';
import { AnswerSize } from '../../answer-size.ts';
import type { CatalogEntry } from '../../catalog/catalog-entry.ts';
import type { DagCatalog } from '../../catalog/dag-catalog.ts';

type Output = OperationOutput<'dags.search'>;
type Match = Output['results'][number]['matches'][number];

type Entry = Pick<CatalogEntry, 'fileName' | 'name' | 'errors'>;

/** Where definitions are looked for. */
interface Searched {
  readonly catalog: Pick<DagCatalog, 'problems' | 'textOf'> & {
    readonly listed: () => Iterable<Entry>;
  };
}

/** Lines that are shown before and behind one that matches. */
const AROUND = 2;
const MAX_MATCHES = 100;
/** Files that are read in one turn. */
const READ_AT_ONCE = 32;

/**
 * Finds a text in the definitions, whatever the case of its letters. The files are read as they are now, and not parsed:
 * the catalog knows which of them load. Those that do not are named in `errors` and not searched.
 */
export async function searchDags({ catalog }: Searched, q: string): Promise<Output> {
  const results: Output['results'] = [];
  const size = new AnswerSize();
  const problems = catalog.problems();
  const errors = [...problems];
  const entries = [...catalog.listed()].sort((one, other) =>
    one.fileName < other.fileName ? -1 : 1,
  );
  for (const [index, { fileName, name, errors: loadErrors }] of entries.entries()) {
    if (index % READ_AT_ONCE === 0) await nextTurn();
    // What the catalog cannot read either, it has named.
    if (problems.some((problem) => problem.startsWith(`${fileName}: `))) continue;
    const found = loadErrors[0] ?? searchFile(catalog, fileName, q);
    if (typeof found === 'string') errors.push(`${fileName}: ${found}`);
    else if (found.length > 0)
      results.push(size.add({ name: fileName, dag: { name }, matches: found }));
  }
  return { results, errors };
}

/** The matches, or what is wrong. */
function searchFile(catalog: Searched['catalog'], fileName: string, q: string): Match[] | string {
  try {
    // Deleted a moment ago: then there is nothing to find.
    const text = catalog.textOf(fileName);
    return text === null ? [] : matchesIn(text, q);
  } catch {
    return 'cannot read the file';
  }
}

/** The lines that hold a text, each with those around it. Numbers of lines begin with 1. */
export function matchesIn(text: string, q: string): Match[] {
  const wanted = q.toLowerCase();
  // Most files hold no match: their lines need not be cut.
  if (!text.toLowerCase().includes(wanted)) return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const matches: Match[] = [];
  for (const [at, line] of lines.entries()) {
    if (!line.toLowerCase().includes(wanted)) continue;
    const from = Math.max(0, at - AROUND);
    const around = lines.slice(from, at + AROUND + 1).join('\n');
    matches.push({ line: around, lineNumber: at + 1, startLine: from + 1 });
    if (matches.length === MAX_MATCHES) break;
  }
  return matches;
}
