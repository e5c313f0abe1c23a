import { execa } from 'execa';
import { describe, expect, it } from 'vitest';

const module = new URL('../../../engine/platform/young-space.ts', import.meta.url).href;

/** Prints the size of the space for new objects before and after a load whose objects live for a while. */
const program = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { keepYoungSpaceSmall } from '${module}';
  const size = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size;
  if (process.argv.at(-1) === 'small') keepYoungSpaceSmall();
  const before = size();
  const kept = [];
  for (let count = 0; count < 1_000_000; count += 1) kept[count % 20_000] = { text: 'x' + count };
  console.log(JSON.stringify({ before, after: size() }));
`;

async function sizes(...args: string[]): Promise<{ before: number; after: number }> {
  const { stdout } = await execa(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '--eval',
    program,
    ...args,
  ]);
  return JSON.parse(stdout);
}

describe('the space for new objects', () => {
  it('grows under load by itself', async () => {
    const { before, after } = await sizes();
    expect(after).toBeGreaterThan(before);
  });

  it('keeps its size where it is to stay small', async () => {
    const { before, after } = await sizes('small');
    // It is divided in two at the first collection.
    expect(after).toBeLessThanOrEqual(before * 2);
  });
});
