import type { Config } from '../../../config/config.ts';
import type { OperationOutput } from '../../../contract/operations.ts';
import { nextTurn } from '../../../lib/next-turn.ts';
import { findDagFile, listDagNames, readDagText } from '../../../platform/dag-files.ts';
import { AnswerSize } from '../../answer-size.ts';
import type { CatalogEntry } from '../../catalog/catalog-entry.ts';
import type { DagCatalog } from '../../catalog/dag-catalog.ts';

type Output = OperationOutput<'dags.search'>;
type Match = Output['results'][number]['matches'][number];

type Entry = Pick<CatalogEntry, 'name' | 'errors'>;

/** Where definitions are looked for. */
interface Searched {
  readonly config: Pick<Config, 'paths'>;
  readonly catalog: Pick<DagCatalog, 'problems'> & {
    readonly entry: (fileName: string) => Entry | undefined;
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
export async function searchDags({ catalog, config }: Searched, q: string): Promise<Output> {
  const results: Output['results'] = [];
  const size = new AnswerSize();
  const problems = catalog.problems();
  const errors = [...problems];
  const { dagsDir } = config.paths;
  const names = await listDagNames(dagsDir);
  for (const [index, fileName] of names.entries()) {
    if (index % READ_AT_ONCE === 0) await nextTurn();
    const entry = catalog.entry(fileName);
    // What the catalog cannot read either, it has named.
    if (entry === undefined || problems.some((problem) => problem.startsWith(`${fileName}: `)))
      continue;
    const found = entry.errors[0] ?? searchFile(dagsDir, fileName, q);
    if (typeof found === 'string') errors.push(`${fileName}: ${found}`);
    else if (found.length > 0)
      results.push(size.add({ name: fileName, dag: { name: entry.name }, matches: found }));
  }
  return { results, errors };
}

/** The matches, or what is wrong. */
function searchFile(folder: string, fileName: string, q: string): Match[] | string {
  try {
    const file = findDagFile(folder, fileName);
    // Deleted a moment ago: then there is nothing to find.
    const text = file === null ? null : readDagText(file);
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
