import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { mutated, type Mutation } from './mutations.ts';
import type { NearestTests } from './nearest-tests.ts';
import type { TestRunner } from './test-runner.ts';

/** What became of a mistake: noticed, by this file of tests or because they hung, or by none of so many files. */
export type Verdict =
  | { readonly isNoticed: true; readonly by: string }
  | { readonly isNoticed: false; readonly tests: number };

interface JudgeParts {
  readonly root: string;
  readonly runner: Pick<TestRunner, 'run'>;
  readonly nearest: NearestTests;
  /** How many files of tests are run at the most for a mistake. */
  readonly maxTests: number;
  /** Is told of a file of tests that fails without a mistake as well, and is left out from then on. */
  readonly onUnsound: (test: string) => void;
}

/** Files that are run together: most mistakes are noticed by the first of them. */
const AT_ONCE = 3;

/** Makes a mistake in the copied tree and runs the tests nearest to it until one fails. */
export function createJudge(parts: JudgeParts): (mutation: Mutation) => Promise<Verdict> {
  const { root, runner, nearest, maxTests, onUnsound } = parts;
  const sound = new Set<string>();
  const unsound = new Set<string>();
  const slow = new Set<string>();

  const run = async (file: string, source: string, tests: readonly string[]) => {
    const changed = join(root, file);
    writeFileSync(changed, source);
    const verdict = await runner.run({ changed, tests: tests.map((test) => join(root, test)) });
    if (verdict === 'hangs') return { by: verdict, blamed: tests, isLate: true };
    for (const test of verdict.slow) slow.add(relative(root, test));
    if (verdict.failed === undefined) return undefined;
    const by = relative(root, verdict.failed);
    return { by, blamed: [by], isLate: verdict.isLate };
  };
  const areSound = async (file: string, source: string, tests: readonly string[]) => {
    const failure = await run(file, source, tests);
    for (const test of failure?.blamed ?? []) {
      unsound.add(test);
      onUnsound(test);
    }
    if (failure === undefined) for (const test of tests) sound.add(test);
    return failure === undefined;
  };
  const testsFor = (file: string) =>
    nearest(file)
      .filter((test) => !unsound.has(test))
      .slice(0, maxTests)
      .sort((a, b) => Number(slow.has(a)) - Number(slow.has(b)));

  return async (mutation) => {
    const { file } = mutation;
    const source = readFileSync(join(root, file), 'utf8');
    const tests = testsFor(file);
    try {
      for (let first = 0; first < tests.length; first += AT_ONCE) {
        const some = tests.slice(first, first + AT_ONCE).filter((test) => !unsound.has(test));
        if (some.length === 0) continue;
        const failure = await run(file, mutated(source, mutation), some);
        if (failure === undefined) continue;
        const { by, blamed, isLate } = failure;
        // A test that fails without the mistake too says nothing, nor does one that a busy machine held up.
        const isCertain = !isLate && blamed.every((test) => sound.has(test));
        if (isCertain || (await areSound(file, source, blamed))) return { isNoticed: true, by };
        // The others were not all run.
        first -= AT_ONCE;
      }
      return { isNoticed: false, tests: tests.length };
    } finally {
      writeFileSync(join(root, file), source);
    }
  };
}
