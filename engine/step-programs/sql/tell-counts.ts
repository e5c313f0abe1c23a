import type { ProgramContext } from '../task.ts';

/** Tells how many rows were printed and changed, where there were such. */
export function tellCounts(
  fact: ProgramContext['fact'],
  { rows, changed }: { readonly rows: number | null; readonly changed: number },
): void {
  if (rows !== null) fact('rows', rows);
  if (changed > 0) fact('changed', changed);
}
