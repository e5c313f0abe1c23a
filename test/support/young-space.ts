import { writeFileSync } from 'node:fs';
import { getHeapSpaceStatistics } from 'node:v8';

// Loaded before a program: when that ends, it is put under load, and a file tells how large its space for new objects was
// at the beginning, at the end and after that.

/** The variable that names the file. */
const FILE = 'DAGWRIGHT_YOUNG_SPACE_FILE';

const size = (): number => {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return space?.space_size ?? 0;
};

const first = size();

process.once('exit', () => {
  const before = size();
  const kept: object[] = [];
  // Objects that live for a while.
  for (let count = 0; count < 1_000_000; count += 1) kept[count % 20_000] = { text: `x${count}` };
  writeFileSync(process.env[FILE] ?? '', JSON.stringify({ first, before, after: size() }));
});
