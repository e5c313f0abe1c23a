import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDrafts } from '../../../renderer/lib/drafts.ts';
import { browserStorage } from '../support/browser-storage.ts';

const DAY_MS = 86_400_000;
const draft = (text: string, at = 1) => ({ text, version: 'v1', at });

describe('a draft', () => {
  it('is read again as it was kept, by its owner alone, until it is dropped', () => {
    const store = browserStorage();
    const mine = createDrafts('ada@', store);

    expect(mine.keep('etl', draft('one'))).toBe(true);

    expect(createDrafts('ada@', store).read('etl')).toEqual(draft('one'));
    expect(mine.read('other')).toBeUndefined();
    expect(createDrafts('bob@', store).read('etl')).toBeUndefined();
    expect(createDrafts('ada@berlin', store).read('etl')).toBeUndefined();
    mine.drop('etl');
    expect(mine.read('etl')).toBeUndefined();
    expect(store.length).toBe(0);
  });

  it('is that of a DAG by either name, and is named among those of its owner', () => {
    const store = browserStorage();
    store.setItem('dagwright.draft.of somebody else', 'x');
    const mine = createDrafts('ada@', store);
    mine.keep('etl.yaml', draft('one'));
    createDrafts('bob@', store).keep('other', draft('two'));

    expect(mine.read('etl')).toEqual(draft('one'));
    expect([...mine.names()]).toEqual(['etl']);
    mine.drop('etl.yml');
    expect([...mine.names()]).toEqual([]);
    expect([...createDrafts('ada@', undefined).names()]).toEqual([]);
  });

  it('takes the room of the oldest one, and leaves what is no draft', () => {
    const store = browserStorage(1000);
    store.setItem('dagwright.theme', 'dark');
    const drafts = createDrafts('', store);
    drafts.keep('second', draft('b'.repeat(300), 2));
    drafts.keep('first', draft('a'.repeat(300), 1));

    expect(drafts.keep('third', draft('c'.repeat(300), 3))).toBe(true);

    expect(drafts.read('first')).toBeUndefined();
    expect(drafts.read('second')?.text).toHaveLength(300);
    expect(drafts.read('third')?.text).toHaveLength(300);
    expect(store.getItem('dagwright.theme')).toBe('dark');
  });

  it('that finds no room is not kept, and the one before it stays', () => {
    const drafts = createDrafts('', browserStorage(200));
    drafts.keep('etl', draft('short'));

    expect(drafts.keep('etl', draft('x'.repeat(500), 2))).toBe(false);
    expect(drafts.read('etl')).toEqual(draft('short'));
  });

  it('is given up after sixty days', () => {
    const drafts = createDrafts('', browserStorage());
    drafts.keep('old', draft('a', 0));
    drafts.keep('young', draft('b', 1));

    drafts.keep('new', draft('c', 60 * DAY_MS + 1));

    expect(drafts.read('old')).toBeUndefined();
    expect(drafts.read('young')).toBeDefined();
  });

  it('is none in a browser without a store', () => {
    const drafts = createDrafts('', undefined);

    expect(drafts.keep('etl', draft('one'))).toBe(false);
    expect(drafts.read('etl')).toBeUndefined();
  });

  it('is none where the entry is something else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (entry) => {
        const store = browserStorage();
        createDrafts('', store).keep('etl', draft('one'));
        store.setItem(store.key(0) ?? '', entry);
        const read = createDrafts('', store).read('etl');
        expect(read === undefined || typeof read.text === 'string').toBe(true);
      }),
    );
  });
});
