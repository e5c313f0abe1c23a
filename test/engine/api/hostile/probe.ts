/**
 * Loaded by Node before an engine: SIGUSR2 has its process collect what nothing refers to, and write to the file
 * DAGWRIGHT_PROBE what is left in bytes, and how long its event loop was held up since the last time in milliseconds.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createHistogram } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Probed {
  readonly kept: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

const LOOK_MS = 10;
/** Of the main thread, on Linux: nanoseconds that it ran, and those in which it was ready and others had the processor. */
const SCHEDULED = '/proc/self/schedstat';

const file = process.env['DAGWRIGHT_PROBE'] ?? '';
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const held = createHistogram();
let [looked, kept] = [performance.now(), keptWaitingMs()];
setInterval(look, LOOK_MS).unref();

process.on('SIGUSR2', () => {
  const [p99Ms, maxMs] = [held.percentile(99) / 1000, held.max / 1000];
  collect();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(`${file}.new`, JSON.stringify({ kept: heapUsed + external, p99Ms, maxMs }));
  renameSync(`${file}.new`, file);
  held.reset();
  [looked, kept] = [performance.now(), keptWaitingMs()];
});

// For this process alone, and not for those that it starts.
delete process.env['NODE_OPTIONS'];
delete process.env['DAGWRIGHT_PROBE'];

/** Notes how much later than asked for the loop came back, apart from what a busy machine kept it waiting. */
function look(): void {
  const [now, waiting] = [performance.now(), keptWaitingMs()];
  const lateMs = now - looked - LOOK_MS - (waiting - kept);
  held.record(Math.max(1, Math.round(lateMs * 1000)));
  [looked, kept] = [now, waiting];
}

function keptWaitingMs(): number {
  if (!existsSync(SCHEDULED)) return 0;
  return Number(readFileSync(SCHEDULED, 'utf8').split(' ')[1]) / 1e6;
}
