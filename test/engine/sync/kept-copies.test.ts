import { expect, it } from 'vitest';
import { KeptCopies } from '../../../engine/sync/kept-copies.ts';
import { temporaryFolder } from '../../support/home.ts';

const DAY_MS = 86_400_000;

function keptCopies() {
  let now = Date.parse('2026-05-01T10:00:00Z');
  let ids = 0;
  const kept = new KeptCopies({
    folder: `${temporaryFolder('kept')}/kept`,
    clock: { now: () => now },
    newId: () => String(ids++),
    written: () => undefined,
  });
  return { kept, pass: (ms: number) => (now += ms) };
}

it('finds a copy again, newest first, by its time and place', () => {
  const { kept, pass } = keptCopies();
  kept.keep('a.yaml', Buffer.from('first'));
  pass(1000);
  kept.keep('team/etl.yaml', Buffer.from('second'));

  const [newest, oldest] = kept.list();

  expect(newest).toMatchObject({ path: 'team/etl.yaml', bytes: 6 });
  expect(oldest).toMatchObject({ path: 'a.yaml', keptAt: Date.parse('2026-05-01T10:00:00Z') });
  expect(String(kept.read(newest?.keptId ?? '')?.content)).toBe('second');
  expect(kept.read('../kept')).toBeNull();
});

it('forgets what is older than 30 days', () => {
  const { kept, pass } = keptCopies();
  kept.keep('a.yaml', Buffer.from('old'));
  pass(20 * DAY_MS);
  kept.keep('b.yaml', Buffer.from('young'));
  pass(11 * DAY_MS);

  kept.prune();

  expect(kept.list().map(({ path }) => path)).toEqual(['b.yaml']);
});

it('forgets the oldest of more than 100 MB', () => {
  const { kept, pass } = keptCopies();
  for (const path of ['a.yaml', 'b.yaml', 'c.yaml']) {
    kept.keep(path, Buffer.alloc(40 * 1024 * 1024));
    pass(1000);
  }

  kept.prune();

  expect(kept.list().map(({ path }) => path)).toEqual(['c.yaml', 'b.yaml']);
});
