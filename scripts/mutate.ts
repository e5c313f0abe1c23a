/**
 * `npm run mutate`: whether the tests notice small mistakes. They are made in a copy of the tree, a seeded sample of
 * those that are possible, and the tests nearest to each are run. What survives is named with its place.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyTree } from './mutate/copied-tree.ts';
import { createJudge } from './mutate/judge.ts';
import { mutationsOf, type Mutation } from './mutate/mutations.ts';
import { nearestTests } from './mutate/nearest-tests.ts';
import { readOptions } from './mutate/options.ts';
import { TestRunner } from './mutate/test-runner.ts';
import { seededRandom } from './samples/seeded-random.ts';

/** Three files of tests of the slowest kind need a third of it. */
const LIMIT_MS = 120_000;

const { areas, sample, seed, tests, floor } = readOptions(process.argv.slice(2));
using tree = copyTree(join(import.meta.dirname, '..'));
await using runner = new TestRunner(tree, LIMIT_MS);
const judge = createJudge({
  root: tree.root,
  runner,
  nearest: nearestTests(tree.root),
  maxTests: tests,
  onUnsound: (test) => console.log(`left out: ${test} fails without a mistake as well`),
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leave(130));

const scores: { readonly area: string; readonly noticed: number; readonly of: number }[] = [];
for (const [area, mutations] of areas.map((one) => [one, sampleOf(one)] as const)) {
  let noticed = 0;
  for (const mutation of mutations) {
    const verdict = await judge(mutation);
    if (verdict.isNoticed) noticed += 1;
    else
      console.log(
        `survived ${placeOf(mutation)}  ${mutation.words}  (${verdict.tests} test files)`,
      );
  }
  scores.push({ area, noticed, of: mutations.length });
  console.log(`${area}: ${scoreOf(noticed, mutations.length)}, seed ${seed}`);
}
const sum = (part: 'noticed' | 'of') => scores.reduce((total, score) => total + score[part], 0);
console.log(`all: ${scoreOf(sum('noticed'), sum('of'))}`);
if (scores.some((score) => percentOf(score.noticed, score.of) < floor)) process.exitCode = 1;

function sampleOf(area: string): readonly Mutation[] {
  const pattern = area.includes('*') || area.endsWith('.ts') ? area : `${area}/**/*.ts`;
  const files = globSync(pattern, { cwd: tree.root }).sort();
  const all = files.flatMap((file) =>
    mutationsOf(file, readFileSync(join(tree.root, file), 'utf8')),
  );
  if (all.length === 0)
    throw new Error(`There is no code in ${area}. Name a folder, a file or a pattern.`);
  const random = seededRandom(seed);
  const drawn = all.map((mutation) => ({ mutation, lot: random.fraction() }));
  return drawn
    .sort((a, b) => a.lot - b.lot)
    .slice(0, sample)
    .map(({ mutation }) => mutation);
}

function placeOf({ file, line }: Mutation): string {
  return `${file}:${line}`;
}

function scoreOf(noticed: number, all: number): string {
  return `${noticed} of ${all} noticed (${percentOf(noticed, all).toFixed(0)} %)`;
}

function percentOf(noticed: number, all: number): number {
  return all === 0 ? 100 : (100 * noticed) / all;
}

async function leave(code: number): Promise<never> {
  await runner[Symbol.asyncDispose]();
  tree[Symbol.dispose]();
  process.exit(code);
}
