import type { Config } from '../config/config.ts';
import type { OperationOutput } from '../contract/operations.ts';
import { listDagFiles, readDagText, type DagFile } from '../platform/dag-files.ts';
import type { CatalogEntry, DagCatalog } from './dag-catalog.ts';

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

/** Lines that are shown before and behind one that matches (decisions 38). */
const AROUND = 2;
const MOST_MATCHES = 100;
const READ_AT_ONCE = 32;

/**
 * Finds a text in the definitions, whatever the case of its letters. The files are read as they are now, and not parsed:
 * the catalog knows which of them load. Those that do not are named in `errors` and not searched (reference 2.3).
 */
export async function searchDags({ catalog, config }: Searched, q: string): Promise<Output> {
  const results: Output['results'] = [];
  const errors = catalog.problems();
  const files = await listDagFiles(config.paths.dagsDir);
  for (let from = 0; from < files.length; from += READ_AT_ONCE) {
    const known = files.slice(from, from + READ_AT_ONCE).flatMap((file) => {
      const entry = catalog.entry(file.fileName);
      return entry === undefined ? [] : [{ file, entry }];
    });
    for (const found of await Promise.all(known.map((each) => searchFile(each, q)))) {
      errors.push(...found.errors);
      if (found.result !== null) results.push(found.result);
    }
  }
  return { results, errors };
}

interface Found {
  readonly result: Output['results'][number] | null;
  readonly errors: readonly string[];
}

async function searchFile(
  { file, entry }: { readonly file: DagFile; readonly entry: Entry },
  q: string,
): Promise<Found> {
  const { fileName } = file;
  const [wrong] = entry.errors;
  if (wrong !== undefined) return { result: null, errors: [`${fileName}: ${wrong}`] };
  try {
    const text = await readDagText(file);
    // Deleted a moment ago: then there is nothing to find.
    if (text === null) return { result: null, errors: [] };
    const matches = matchesIn(text, q);
    const dag = { name: entry.name };
    return { result: matches.length === 0 ? null : { name: fileName, dag, matches }, errors: [] };
  } catch {
    return { result: null, errors: [`${fileName}: the file cannot be read`] };
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
    if (matches.length === MOST_MATCHES) break;
  }
  return matches;
}
