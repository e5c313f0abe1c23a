/** `npm test`: all tests, or those that the arguments select, as for vitest. The last line counts them. */
import { parseCLI, startVitest, type Vitest } from 'vitest/node';
import { ensureBuilt } from './build/ensure-built.js';
import { parts, testParts } from './build/parts.ts';
import { ensureCounterparts } from './test/ensure-counterparts.ts';

const missing = ensureCounterparts();
if (process.env.CI === 'true' && missing.length > 0) giveUp('With CI=true every suite has to run.');

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
// All together need everything. A test that is the first to need something would build it in its own time.
const names = [...parts, ...testParts].map(({ name }) => name);
if (filter.length === 0 && !ensureBuilt(names)) giveUp('The tests need what was to be built.');

const vitest = await startVitest(filter, { ...options, run: true, watch: false });
await vitest.close();
const { passed, failed } = count(vitest);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

function giveUp(why: string): never {
  console.log(why);
  console.log('0 passed, 1 failed');
  process.exit(1);
}

/** Files that could not be loaded and errors outside of tests are failures too. */
function count({ state }: Vitest): { passed: number; failed: number } {
  let passed = 0;
  let failed = state.getUnhandledErrors().length;
  for (const module of state.getTestModules()) {
    failed += module.errors().length;
    for (const test of module.children.allTests()) {
      const { state: result } = test.result();
      if (result === 'passed') passed += 1;
      if (result === 'failed') failed += 1;
    }
  }
  // Vitest has reasons of its own, such as no test found or a process left behind.
  if (failed === 0 && process.exitCode) failed = 1;
  return { passed, failed };
}
