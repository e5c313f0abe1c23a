/**
 * Loaded by Node before a program: SIGUSR2 has its process collect what nothing refers to, and write how many bytes are
 * left to the file DAGWRIGHT_BENCH_KEPT. They are kept for a reason or by mistake; the size of the process says little
 * about that, for V8 gives back late what it took under load.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const file = process.env.DAGWRIGHT_BENCH_KEPT ?? '';
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(`${file}.new`, String(heapUsed + external));
  renameSync(`${file}.new`, file);
});

// For this process alone, and not for those that it starts.
delete process.env.NODE_OPTIONS;
delete process.env.DAGWRIGHT_BENCH_KEPT;
