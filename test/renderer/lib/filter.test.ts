import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  matchesFilter,
  matchesTag,
  parseFilter,
  toggleWord,
} from '../../../renderer/lib/dag-filter.ts';

const dag = {
  name: 'orders-etl',
  group: 'warehouse',
  tags: ['env=prod', 'gpu'],
  status: 'failed',
  git: 'untracked',
} as const;

describe('the filter of DAGs', () => {
  it('reads tags, statuses and text in any order', () => {
    expect(parseFilter('tag:env=prod orders status:failed git:modified "two words"')).toEqual({
      text: ['orders', 'two words'],
      tags: ['env=prod'],
      statuses: ['failed'],
      git: ['modified'],
    });
  });

  it.each([
    ['', true],
    ['ORDERS', true],
    ['warehouse', true],
    ['orders nightly', false],
    ['tag:env=prod', true],
    ['tag:env', true],
    ['tag:env=test', false],
    ['tag:!archived', true],
    ['tag:!gpu', false],
    ['tag:env=pr*', true],
    ['status:failed', true],
    ['status:fail', true],
    ['status:succeeded', false],
    ['status:succeeded status:failed', true],
    ['tag: orders', true],
    ['git:untracked', true],
    ['git:not-published', true],
    ['git:modified git:untr', true],
    ['git:modified', false],
    ['git: orders', true],
  ])('decides "%s" for one DAG as %s', (query, expected) => {
    expect(matchesFilter(dag, parseFilter(query))).toBe(expected);
  });

  it('finds no state of Git where there is no Git Sync', () => {
    const plain = { ...dag, git: undefined };

    expect(matchesFilter(plain, parseFilter('git:synced'))).toBe(false);
    expect(matchesFilter(plain, parseFilter('orders'))).toBe(true);
  });

  it('takes signs of a pattern in a tag as they are', () => {
    expect(matchesTag(['a.b'], 'a.b')).toBe(true);
    expect(matchesTag(['axb'], 'a.b')).toBe(false);
  });

  it('never fails, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (query) => typeof matchesFilter(dag, parseFilter(query)) === 'boolean',
      ),
    );
  });

  it('adds a word and takes it out again', () => {
    expect(toggleWord('orders', 'tag:gpu')).toBe('orders tag:gpu');
    expect(toggleWord('orders tag:gpu', 'tag:gpu')).toBe('orders');
  });
});
