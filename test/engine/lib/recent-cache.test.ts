import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecentCache } from '../../../engine/lib/recent-cache.ts';
import { manualClock } from '../api/manual-clock.ts';

function aCache(limits: { mostEntries?: number; mostWeight?: number; ttlMs?: number } = {}) {
  const clock = manualClock();
  const cache = new RecentCache<string>({
    mostEntries: 3,
    mostWeight: 1000,
    ttlMs: 1000,
    weigh: (text) => text.length,
    clock,
    ...limits,
  });
  return { clock, cache };
}

describe('a cache', () => {
  it('forgets what was not used for longest when it has too many', () => {
    const { cache } = aCache();

    for (const key of ['a', 'b', 'c']) cache.set(key, key);
    cache.get('a');
    cache.set('d', 'd');

    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c', 'd']);
    expect(cache.size).toBe(3);
  });

  it('forgets more when they are heavy, and never keeps what is too heavy alone', () => {
    const { cache } = aCache({ mostWeight: 10 });

    cache.set('a', 'xxxx');
    cache.set('b', 'xxxx');
    cache.set('c', 'xxxxxx');
    cache.set('b', 'x'.repeat(11));

    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([undefined, undefined, 'xxxxxx']);
  });

  it('forgets what is too old, however often it was used', () => {
    const { cache, clock } = aCache();
    cache.set('a', '1');
    clock.advance(999);
    cache.set('b', '2');
    expect([cache.get('a'), cache.size]).toEqual(['1', 2]);

    clock.advance(1);

    expect([cache.size, cache.get('a'), cache.get('b')]).toEqual([1, undefined, '2']);
  });

  it('holds no more than it may, and nothing but what was set last', () => {
    const action = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      value: fc.option(fc.string({ maxLength: 12 }), { nil: undefined }),
      waitMs: fc.nat(400),
    });

    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const { cache, clock } = aCache({ mostWeight: 20 });
        const last = new Map<string, string>();
        for (const { key, value, waitMs } of actions) {
          clock.advance(waitMs);
          if (value === undefined) cache.delete(key);
          else cache.set(key, value);
          last.set(key, value ?? '');
          const kept = [...last.keys()].filter((each) => cache.get(each) !== undefined);
          expect(kept.length).toBeLessThanOrEqual(3);
          expect(cache.size).toBe(kept.length);
          expect(kept.map((each) => cache.get(each))).toEqual(kept.map((each) => last.get(each)));
          expect(
            kept.reduce((sum, each) => sum + (last.get(each) ?? '').length, 0),
          ).toBeLessThanOrEqual(20);
        }
      }),
    );
  });

  it('is empty after a clear, and as roomy as before', () => {
    const { cache } = aCache({ mostWeight: 4 });
    cache.set('a', 'xxxx');

    cache.clear();
    cache.set('b', 'xxxx');

    expect([cache.get('a'), cache.get('b'), cache.size]).toEqual([undefined, 'xxxx', 1]);
  });
});
