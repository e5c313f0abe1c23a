import type { Dag } from '../../dag/definition.ts';
import { runSteps } from '../../dag/run-steps.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import { stemOf } from '../../platform/dag-file-names.ts';
import { stepTypeOf } from '../../steps/registry.ts';
import type { DagCatalog } from './dag-catalog.ts';

interface Known {
  readonly catalog: Pick<DagCatalog, 'read' | 'warm' | 'tree' | 'textOf'>;
}

/** Files that are read in one turn. */
const READ_AT_ONCE = 32;

/**
 * The stored DAGs with a step that may run another one, by its file or a name, by the names of their files. Only texts that hold its name are
 * read as definitions; what cannot be read calls nothing.
 */
export async function callersOf(
  { catalog }: Known,
  called: { readonly fileName: string; readonly names: readonly string[] },
): Promise<string[]> {
  const words = [called.fileName, ...called.names];
  const callers: string[] = [];
  const others = catalog.tree.namesNow().filter((fileName) => fileName !== called.fileName);
  for (const [index, fileName] of others.entries()) {
    if (index % READ_AT_ONCE === 0) await nextTurn();
    const text = textOf(catalog, fileName);
    if (!words.some((word) => text.includes(word))) continue;
    await catalog.warm(fileName);
    const loaded = catalog.read(fileName)?.loaded;
    const dags = loaded ? [loaded.partial, ...loaded.localDags] : [];
    const locals = new Set(dags.map(({ name }) => name));
    const isCalled = (target: string) => !locals.has(target) && words.includes(stemOf(target));
    if (dags.flatMap(targetsOf).some(isCalled)) callers.push(fileName);
  }
  return callers;
}

function textOf(catalog: Known['catalog'], fileName: string): string {
  try {
    return catalog.textOf(fileName) ?? '';
  } catch {
    return ''; // The catalog names it among the problems of the folder.
  }
}

function targetsOf(dag: Dag): readonly string[] {
  return runSteps(dag).flatMap((step) => stepTypeOf(step.type).calls?.(step, dag) ?? []);
}
