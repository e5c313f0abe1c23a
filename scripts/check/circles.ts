import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { projectRoot, type Check } from './check.ts';

const sources = '{engine,main,renderer,scripts}/**/*.{ts,tsx}';
const CONTRACT = '#contract/';

/** No file leads back to itself by its imports, those of types included: each can be read after what it imports. */
export const circlesCheck: Check = {
  title: 'No circles of imports',
  async run() {
    const files = globSync(sources, { cwd: projectRoot, exclude: ['**/node_modules/**'] });
    const text = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
    return circlesOf(new Map(files.map((file) => [file, importsOf(file, text(file))])))
      .map((circle) => circle.join(' → '))
      .join('\n');
  },
};

/** The files of this project that a file imports, by their paths from its root. */
export function importsOf(file: string, text: string): readonly string[] {
  return ts.preProcessFile(text).importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith(CONTRACT)) {
      return [join('engine/contract', fileName.slice(CONTRACT.length))];
    }
    return fileName.startsWith('.') ? [normalize(join(dirname(file), fileName))] : [];
  });
}

/** One circle for each file that closes one, from a file back to itself; empty where the imports have none. */
export function circlesOf(
  imports: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const begin = path.indexOf(file);
    if (begin !== -1) circles.push([...path.slice(begin), file]);
    if (begin !== -1 || done.has(file)) return;
    path.push(file);
    for (const next of imports.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return circles;
}
