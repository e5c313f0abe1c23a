import { readFileSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Paths of the tests from which a file can be reached, those first that most likely look at it. */
export type NearestTests = (file: string) => readonly string[];

const typeImports = /^(?:import|export) type [^;]*;/gm;
/** Modules that are imported, and programs that are started by their path. */
const files = /['"]([#\w./-]+\.tsx?|#engine|#server)['"]/g;

/** Reads who imports whom in the tree at `root`. */
export function nearestTests(root: string): NearestTests {
  const importers = new Map<string, string[]>();
  for (const file of globSync('{engine,main,renderer,scripts,test}/**/*.{ts,tsx}', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(typeImports, '');
    for (const [, name = ''] of text.matchAll(files)) {
      const target = pathOf(file, name);
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return (file) => {
    const distances = distancesTo(file, importers);
    const cost = (test: string) => (distances.get(test) ?? 0) - 3 * wordsInCommon(test, file);
    return [...distances.keys()]
      .filter((path) => /\.test\.tsx?$/.test(path))
      .sort((a, b) => cost(a) - cost(b) || a.localeCompare(b));
  };
}

function pathOf(importer: string, target: string): string {
  if (target === '#engine') return 'engine/index.ts';
  if (target === '#server') return 'engine/server/index.ts';
  if (target.startsWith('#contract/')) return target.replace('#contract', 'engine/contract');
  return join(dirname(importer), target);
}

/** How many imports lie between a file and each of those that it can be reached from. */
function distancesTo(
  file: string,
  importers: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const distances = new Map([[file, 0]]);
  for (const [path, distance] of distances) {
    for (const importer of importers.get(path) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

/** `step-stop.ts` of `engine/execution` and `test/engine/execution/stop.test.ts` share two. */
function wordsInCommon(test: string, file: string): number {
  const words = new Set(wordsOf(file));
  return new Set(wordsOf(test).filter((word) => words.has(word))).size;
}

function wordsOf(path: string): readonly string[] {
  return path.split(/\W/).filter((word) => !['test', 'engine', 'ts', 'tsx'].includes(word));
}
