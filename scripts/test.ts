/**
 * `npm test`: all tests, or those that the arguments select, as for vitest. With `--find-flaky` each file that failed runs once
 * more at the end: where it passes, it is named, and does not fail the run. The last line counts the tests.
 */
import { parseCLI, startVitest, type Vitest } from 'vitest/node';
import { ensureBuilt } from './build/ensure-built.js';
import { parts, testParts } from './build/parts.ts';
import { ensureCounterparts } from './test/ensure-counterparts.ts';
import { countOf, fileOf, findFlaky, type Counts } from './test/flaky.ts';

const FIND_FLAKY = '--find-flaky';

const missing = ensureCounterparts();
if (process.env.CI === 'true' && missing.length > 0) giveUp('With CI=true every suite has to run.');

const given = process.argv.slice(2);
const asVitest = ['vitest', 'run', ...given.filter((argument) => argument !== FIND_FLAKY)];
const { filter, options } = parseCLI(asVitest);
// All together need everything. A test that is the first to need something would build it in its own time.
const names = [...parts, ...testParts].map(({ name }) => name);
if (filter.length === 0 && !ensureBuilt(names)) giveUp('The tests need what was to be built.');

const vitest = await startVitest(filter, { ...options, run: true, watch: false });
await vitest.close();
const { passed, failed } = given.includes(FIND_FLAKY) ? countFlaky(vitest) : count(vitest);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

function giveUp(why: string): never {
  console.log(why);
  console.log('0 passed, 1 failed');
  process.exit(1);
}

/** Errors outside of tests are failures too. */
function count({ state }: Vitest): Counts {
  const counts = state.getTestModules().map(countOf);
  const passed = sum(counts.map((one) => one.passed));
  const failed = sum(counts.map((one) => one.failed)) + state.getUnhandledErrors().length;
  // Vitest has reasons of its own, such as no test found or a process left behind.
  return { passed, failed: failed === 0 && process.exitCode ? 1 : failed };
}

/** The same, with what failed by chance as passed. */
function countFlaky(vitest: Vitest): Counts {
  const { passed, failed } = count(vitest);
  const flaky = findFlaky(vitest.state.getTestModules());
  if (flaky.length > 0) console.log(`\nflaky: ${flaky.map(fileOf).join(', ')}\n`);
  const byChance = sum(flaky.map((module) => countOf(module).failed));
  return { passed: passed + byChance, failed: failed - byChance };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
