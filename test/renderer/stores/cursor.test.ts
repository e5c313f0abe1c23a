import { expect, it } from 'vitest';
import { createCursorStore } from '../../../renderer/components/editor/cursor-store.ts';

it('a cursor begins at the first place of its text, and each editor has one of its own', () => {
  const [one, other] = [createCursorStore(), createCursorStore()];

  one.setState({ line: 7, column: 3 });

  expect(one.getState()).toEqual({ line: 7, column: 3 });
  expect(other.getState()).toEqual({ line: 1, column: 1 });
});
