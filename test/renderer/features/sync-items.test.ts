import { expect, it } from 'vitest';
import { dagOf, isOpen } from '../../../renderer/features/git-sync/items.ts';
import { aSyncItem } from '../support/sync-fixtures.ts';

const here = { localHash: 'a1' };

it('list a synced file that is no DAG among what is to be done, and give it no page', () => {
  const deep = aSyncItem('a/b/c/d/e/f/deep.yaml', { ...here, problem: 'It is no DAG.' });

  expect([isOpen(deep), dagOf(deep)]).toEqual([true, undefined]);
});

it('give a DAG in a folder the page of its name', () => {
  const nested = aSyncItem('team/nested.yaml', here);

  expect([isOpen(nested), dagOf(nested)]).toEqual([false, 'nested']);
  expect(dagOf(aSyncItem('memory/notes.md', here))).toBeUndefined();
  expect(dagOf(aSyncItem('gone.yaml', { localHash: '' }))).toBeUndefined();
});
