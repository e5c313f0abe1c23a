import { expect, it } from 'vitest';
import { inRequests } from '../../../engine/cli/in-requests.ts';

const mostBytes = 1024 + 100;

it('items go into as few requests as take them, in their order, by their bytes', () => {
  const items = ['a'.repeat(47), '\u00e4'.repeat(24), 'c', '"'.repeat(48)];

  // 50, 51, 4 and 99 bytes.
  expect(inRequests(items, { mostBytes })).toEqual([[items[0]], [items[1], items[2]], [items[3]]]);
  expect(inRequests([], { mostBytes })).toEqual([]);
});

it('what belongs together is not torn apart', () => {
  const items = ['ax', 'bx', 'by', 'cx'].map((name) => name + '-'.repeat(30));

  const requests = inRequests(items, { mostBytes, together: ([first = '']) => first });

  expect(requests.map((request) => request.map((name) => name.slice(0, 2)))).toEqual([
    ['ax'],
    ['bx', 'by'],
    ['cx'],
  ]);
});

it('an item that no request takes has one of its own', () => {
  expect(inRequests(['a', 'b'.repeat(200), 'c'], { mostBytes })).toHaveLength(3);
});
