/** The program that stands between a step's output and its logs: started by the launcher, see `step-filter.ts`. */
import { writeSync } from 'node:fs';
import { readFilterSettings } from './filter-settings.ts';
import { runFilter } from './run-filter.ts';

try {
  await runFilter(readFilterSettings(process.env));
} catch (error) {
  // Holds no secret: it names the capture at most, whose place is the engine's own.
  writeSync(2, `cannot write the output of the step: ${(error as Error).message}\n`);
  // An ordinary exit would wait for the other stream, and nobody would read this one.
  process.kill(process.pid, 'SIGKILL');
}
