import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  discardAction,
  publishAction,
  pullAction,
  stateOf,
  type Sides,
} from '../../../../engine/sync/plan/sides.ts';

const content = fc.constantFrom(null, 'a', 'b', 'c');
const sides = fc.record<Sides>({ base: content, local: content, remote: content });

/** A content that nobody else has: neither the remote, nor the last sync. */
const isOwn = ({ base, local, remote }: Sides): boolean =>
  local !== null && local !== base && local !== remote;

/** What an item is after a pull has done what it says. */
function pulled(item: Sides): Sides {
  const { base, local, remote } = item;
  switch (pullAction(item)) {
    case 'write':
      return { base: remote, local: remote, remote };
    case 'remove':
    case 'forget':
      return { base: null, local: null, remote: null };
    case 'adopt':
      return { base: local, local, remote };
    case 'conflict':
    case 'keep':
      return { base, local, remote };
  }
}

describe('the state of an item', () => {
  it.each([
    [{ base: 'a', local: 'a', remote: 'a' }, 'synced'],
    [{ base: 'a', local: 'a', remote: 'b' }, 'synced'],
    [{ base: 'a', local: 'b', remote: 'b' }, 'synced'],
    [{ base: 'a', local: 'b', remote: 'a' }, 'modified'],
    [{ base: 'a', local: 'b', remote: 'c' }, 'conflict'],
    [{ base: 'a', local: 'b', remote: null }, 'conflict'],
    [{ base: null, local: 'b', remote: 'c' }, 'conflict'],
    [{ base: null, local: 'b', remote: null }, 'untracked'],
    [{ base: 'a', local: null, remote: 'a' }, 'missing'],
    [{ base: 'a', local: null, remote: null }, 'absent'],
  ] as const)('of %o is %s', (item, state) => {
    expect(stateOf(item)).toBe(state);
  });
});

describe('a pull', () => {
  it.each([
    [{ base: null, local: null, remote: 'a' }, 'write'],
    [{ base: null, local: 'a', remote: 'a' }, 'adopt'],
    [{ base: null, local: 'b', remote: 'a' }, 'conflict'],
    [{ base: 'a', local: 'a', remote: null }, 'remove'],
    [{ base: 'a', local: 'b', remote: null }, 'conflict'],
    [{ base: 'a', local: null, remote: 'a' }, 'keep'],
    [{ base: 'a', local: null, remote: 'b' }, 'write'],
    [{ base: 'a', local: null, remote: null }, 'forget'],
    [{ base: 'a', local: 'b', remote: 'a' }, 'keep'],
    [{ base: 'a', local: 'b', remote: 'b' }, 'adopt'],
  ] as const)('of %o: %s', (item, action) => {
    expect(pullAction(item)).toBe(action);
  });

  it('never takes away a text that is here alone', () => {
    fc.assert(
      fc.property(sides, (item) => {
        fc.pre(isOwn(item));
        expect(pulled(item).local).toBe(item.local);
      }),
    );
  });

  it('leaves nothing for a second one to do', () => {
    fc.assert(
      fc.property(sides, (item) => {
        expect(['keep', 'conflict']).toContain(pullAction(pulled(item)));
      }),
    );
  });

  it('meets a conflict exactly where the state is one', () => {
    fc.assert(
      fc.property(sides, (item) => {
        expect(pullAction(item) === 'conflict').toBe(stateOf(item) === 'conflict');
      }),
    );
  });
});

describe('a publish', () => {
  it('without force never takes away a text that the remote alone has', () => {
    fc.assert(
      fc.property(sides, (item) => {
        fc.pre(item.remote !== item.base && item.remote !== item.local);
        expect(['conflict', 'nothing']).toContain(publishAction(item, false));
      }),
    );
  });

  it('sends what is modified or untracked, and nothing that is synced', () => {
    fc.assert(
      fc.property(sides, fc.boolean(), (item, force) => {
        const state = stateOf(item);
        const action = publishAction(item, force);
        if (state === 'modified' || state === 'untracked') expect(action).toBe('send');
        if (state === 'synced') expect(['nothing', 'adopt']).toContain(action);
        if (state === 'conflict') expect(action).toBe(force ? 'send' : 'conflict');
      }),
    );
  });
});

describe('a discard', () => {
  it('makes the text that of the remote, or refuses', () => {
    fc.assert(
      fc.property(sides, (item) => {
        const state = stateOf(item);
        const action = discardAction(item);
        if (state === 'untracked') expect(action).toBe('unknown');
        if (state === 'synced') expect(action).toBe('nothing');
        if (state === 'modified' || state === 'conflict' || state === 'missing')
          expect(action).toBe(item.remote === null ? 'remove' : 'take');
      }),
    );
  });
});
