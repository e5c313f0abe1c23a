import { appendFileSync, writeFileSync } from 'node:fs';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';

// Loaded before a program: when that ends, or gets the signal SIGUSR2, it is put under load, and a file tells how large its
// space for new objects was at the beginning, before the load and after it.

/** The variable that names the file. */
const FILE = 'DAGWRIGHT_YOUNG_SPACE_FILE';

const size = (): number => {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return space?.space_size ?? 0;
};

const first = size();

// Another file has a line for each time that everything was collected: its size then, and whether that was asked for.
const { NODE_PERFORMANCE_GC_MAJOR: everything, NODE_PERFORMANCE_GC_FLAGS_FORCED: forced } =
  constants;
const observer = new PerformanceObserver((list) => {
  for (const { kind, flags } of list.getEntries().map(detailOf)) {
    const line = `${size()} ${(flags & forced) === 0 ? 'by itself' : 'asked for'}\n`;
    if (kind === everything) appendFileSync(`${process.env[FILE]}.collected`, line);
  }
});
observer.observe({ entryTypes: ['gc'] });

/** What Node says of a collection; its types leave it out. */
function detailOf(entry: object): { readonly kind: number; readonly flags: number } {
  return (entry as { readonly detail: { readonly kind: number; readonly flags: number } }).detail;
}

/** Objects that live for a while. */
const kept: object[] = [];
const COUNT = 1_000_000;
const make = (count: number): void => void (kept[count % 20_000] = { text: `x${count}` });

function tell(before: number): void {
  process.off('exit', loadAndTell);
  writeFileSync(process.env[FILE] ?? '', JSON.stringify({ first, before, after: size() }));
}

function loadAndTell(): void {
  const before = size();
  for (let count = 0; count < COUNT; count += 1) make(count);
  tell(before);
}
process.once('exit', loadAndTell);

// Turn by turn, as the load of a server is.
process.once('SIGUSR2', async () => {
  const before = size();
  for (let count = 0; count < COUNT; count += 1) {
    make(count);
    if (count % 1000 === 0) await nextTurn();
  }
  tell(before);
});
