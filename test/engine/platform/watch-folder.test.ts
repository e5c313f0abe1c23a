import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SETTLE_MS, watchFolder } from '../../../engine/platform/watch-folder.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';
import { manualClock } from '../api/manual-clock.ts';

it('a file that is written in several strokes is told once, when it has been still for a while', async () => {
  const folder = join(temporaryFolder('watched'), 'dags');
  mkdirSync(folder);
  const file = join(folder, 'a.yaml');
  const time = manualClock();
  let strokes = 0;
  const after: typeof time.after = (delayMs, run) => {
    if (delayMs === SETTLE_MS) strokes += 1;
    return time.after(delayMs, run);
  };
  const told: (string | null)[] = [];
  const changed = (name: string | null) => void told.push(name);
  onTestFinished(watchFolder({ folder, clock: { after }, isWanted: () => true, changed }));

  writeFileSync(file, 'first');
  await eventually(() => strokes > 0, 'the first stroke is seen');
  time.advance(SETTLE_MS - 1);
  const seen = strokes;
  writeFileSync(file, 'second');
  await eventually(() => strokes > seen, 'the second stroke is seen');
  time.advance(SETTLE_MS - 1);
  expect(told).toEqual([]);
  time.advance(1);

  expect(told).toEqual(['a.yaml']);
});
