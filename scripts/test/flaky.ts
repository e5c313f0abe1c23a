import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import type { TestModule } from 'vitest/node';

/** Above this many, what fails is no chance: there is no point in another try. */
const MOST = 8;
const root = new URL('../..', import.meta.url).pathname;
/** As it was before the run had a temporary folder of its own: in a folder of that the paths of sockets are too long. */
const environment = { ...process.env };

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** What the tests of a file came to. A file that cannot be loaded, or a hook that fails, is a failure too. */
export function countOf(module: TestModule): Counts {
  const results = [...module.children.allTests()].map((test) => test.result().state);
  const passed = results.filter((state) => state === 'passed').length;
  const failed = results.filter((state) => state === 'failed').length;
  return { passed, failed: failed + module.errors().length };
}

/** The failed files that pass when each runs once more, alone: they fail by chance, and their cause is to be found. */
export function findFlaky(modules: readonly TestModule[]): readonly TestModule[] {
  const failed = modules.filter((module) => countOf(module).failed > 0);
  if (failed.length > MOST) return [];
  return failed.filter((module) => passesAlone(fileOf(module)));
}

/** Its path from the root of the project. */
export const fileOf = ({ moduleId }: TestModule): string => relative(root, moduleId);

function passesAlone(file: string): boolean {
  console.log(`\nFailed, so it runs once more, alone: ${file}`);
  const { status } = spawnSync(process.execPath, ['scripts/test.ts', file], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  });
  return status === 0;
}
