import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LateSync } from '../../../engine/platform/late-sync.ts';
import { silentLogger, type Complaint } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

function aLateSync() {
  const complaints: Complaint[] = [];
  const timers: (() => void)[] = [];
  const clock = { after: (_ms: number, due: () => void) => (timers.push(due), () => undefined) };
  return { late: new LateSync({ clock, log: silentLogger(complaints) }), complaints, timers };
}

/** A file of the kernel's: it opens, and has no disk to go to. */
const NO_DISK = '/proc/self/status';

it.runIf(process.platform === 'linux')(
  'brings each new file to the disk, and says of which it could not',
  async () => {
    const { late, complaints } = aLateSync();
    const file = join(temporaryFolder(), 'new.yaml');
    writeFileSync(file, 'steps: []');

    for (const path of [NO_DISK, file]) late.add(path);
    await late.flush();

    expect(complaints).toMatchObject([
      { message: 'A new file may not be on the disk yet', fields: { path: NO_DISK } },
    ]);
  },
);

it('has nothing to say of a file that somebody has taken away since', async () => {
  const { late, complaints } = aLateSync();

  late.add(join(temporaryFolder(), 'gone.yaml'));
  await late.flush();

  expect(complaints).toEqual([]);
});

it('waits once for all that are made in a row', async () => {
  const { late, timers } = aLateSync();

  late.add(join(temporaryFolder(), 'one'));
  late.add(join(temporaryFolder(), 'two'));
  expect(timers).toHaveLength(1);
  await late.flush();
  late.add(join(temporaryFolder(), 'three'));

  expect(timers).toHaveLength(2);
});
