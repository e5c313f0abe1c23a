import type { OperationOutput } from '../../contract/operations.ts';
import type { Output } from '../terminal.ts';

type Result = OperationOutput<'dags.search'>['results'][number];

/** The lines that match, with those around them, below the name of each DAG. */
export function searchText(results: readonly Result[], out: Output): string {
  if (results.length === 0) return 'No results.\n';
  return results.map((result) => `${resultLines(result, out).join('\n')}\n`).join('\n');
}

function resultLines({ name, matches }: Result, { colors }: Output): readonly string[] {
  const matching = new Set(matches.map(({ lineNumber }) => lineNumber));
  const lines = linesOf(matches);
  const width = String(Math.max(0, ...lines.keys())).length;
  const shown = [colors.bold(name)];
  let before = 0;
  for (const [number, text] of lines) {
    if (before !== 0 && number > before + 1) shown.push(colors.dim('  …'));
    const line = `${String(number).padStart(width)}  ${text}`.trimEnd();
    shown.push(matching.has(number) ? `> ${line}` : colors.dim(`  ${line}`));
    before = number;
  }
  return shown;
}

/** Each line once, though the excerpts overlap. */
function linesOf(matches: Result['matches']): ReadonlyMap<number, string> {
  const lines = new Map<number, string>();
  for (const { line, startLine } of matches) {
    for (const [at, text] of line.split('\n').entries()) lines.set(startLine + at, text);
  }
  return lines;
}
