import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KeptCopies } from '../../../engine/sync/kept-copies.ts';
import { agesBy } from '../../support/ages.ts';
import { temporaryFolder } from '../../support/home.ts';

const DAY_MS = 86_400_000;

function keptCopies() {
  let now = Date.parse('2026-05-01T10:00:00Z');
  let ids = 0;
  const folder = `${temporaryFolder('kept')}/kept`;
  const kept = new KeptCopies({
    folder,
    clock: { now: () => now },
    ages: agesBy({ now: () => now }),
    newId: () => String(ids++),
    written: () => undefined,
  });
  return { kept, folder, pass: (ms: number) => (now += ms) };
}

it('finds a copy again, newest first, by its time and place', () => {
  const { kept, pass } = keptCopies();
  kept.keep('a.yaml', Buffer.from('first'), 'pull');
  pass(1000);
  kept.keep('team/etl.yaml', Buffer.from('second'), 'discard');

  const [newest, oldest] = kept.list();

  expect(newest).toMatchObject({ path: 'team/etl.yaml', reason: 'discard', bytes: 6 });
  expect(oldest).toMatchObject({
    path: 'a.yaml',
    reason: 'pull',
    keptAt: Date.parse('2026-05-01T10:00:00Z'),
  });
  expect(String(kept.read(newest?.keptId ?? '')?.content)).toBe('second');
  expect(kept.read('../kept')).toBeNull();
});

it('knows no reason for a copy of an earlier version', () => {
  const { kept, folder } = keptCopies();
  const keptId = '2026-04-30T100000.000Z-0123abcd';
  mkdirSync(`${folder}/${keptId}`, { recursive: true });
  writeFileSync(`${folder}/${keptId}/a.yaml`, 'text');

  expect(kept.list()).toMatchObject([{ keptId, path: 'a.yaml', reason: '' }]);
});

it('forgets what is older than 30 days', () => {
  const { kept, pass } = keptCopies();
  kept.keep('a.yaml', Buffer.from('old'), 'pull');
  pass(20 * DAY_MS);
  kept.keep('b.yaml', Buffer.from('young'), 'pull');
  pass(11 * DAY_MS);

  kept.prune();

  expect(kept.list().map(({ path }) => path)).toEqual(['b.yaml']);
});

it('forgets the oldest of more than 100 MB', () => {
  const { kept, pass } = keptCopies();
  for (const path of ['a.yaml', 'b.yaml', 'c.yaml']) {
    kept.keep(path, Buffer.alloc(40 * 1024 * 1024), 'pull');
    pass(1000);
  }

  kept.prune();

  expect(kept.list().map(({ path }) => path)).toEqual(['c.yaml', 'b.yaml']);
});
