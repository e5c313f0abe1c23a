import { describe, expect, it, vi } from 'vitest';
import { createToasts, hiddenBy, TOAST_MS } from '../../../renderer/lib/toasts.ts';
import { pass, useStoppedClock } from '../support/scripted-engine.ts';

const now = Date.parse('2026-11-19T12:00:00Z');
const nothing = () => Promise.resolve(undefined);

function someToasts() {
  const store = createToasts();
  const { tell } = store.getState();
  const texts = () => store.getState().toasts.map((toast) => toast.text);
  return { store, tell, texts };
}

describe('a toast', () => {
  useStoppedClock(now);

  it('stays for ten seconds, and then what it put off happens once', async () => {
    const { store, tell } = someToasts();
    const settle = vi.fn(nothing);
    tell({ text: 'Deleting a.', settle, hides: ['a'] });

    await pass(TOAST_MS - 1);
    expect(settle).not.toHaveBeenCalled();
    await pass(1);
    expect(settle).toHaveBeenCalledTimes(1);
    // Until lists have heard of it.
    expect(hiddenBy(store.getState().toasts)).toEqual(new Set(['a']));
    await pass(TOAST_MS);

    expect(settle).toHaveBeenCalledTimes(1);
    expect(store.getState().toasts).toEqual([]);
  });

  it('takes back what was put off without asking the engine', async () => {
    const { store, tell } = someToasts();
    const settle = vi.fn(nothing);
    tell({ text: 'Deleting a.', settle, hides: ['a'] });

    expect(store.getState().undoLatest()).toBe(true);
    await pass(TOAST_MS);

    expect(settle).not.toHaveBeenCalled();
    expect(store.getState().toasts).toEqual([]);
    expect(store.getState().undoLatest()).toBe(false);
  });

  it('takes back the latest of several', async () => {
    const { store, tell, texts } = someToasts();
    const [first, second] = [vi.fn(nothing), vi.fn(nothing)];
    tell({ text: 'Suspended a.', undo: first });
    tell({ text: 'Suspended b.', undo: second });
    tell({ text: 'Just said.' });

    store.getState().undoLatest();
    await pass(0);

    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
    expect(texts()).toEqual(['Suspended a.', 'Just said.']);
  });

  it('keeps its time while anything holds it, and new ones wait as well', async () => {
    const { store, tell, texts } = someToasts();
    const { hold } = store.getState();
    tell({ text: 'a' });
    await pass(4_000);

    hold('pointer', true);
    hold('hidden', true);
    tell({ text: 'b' });
    hold('pointer', false);
    await pass(60_000);
    expect(texts()).toEqual(['a', 'b']);

    hold('hidden', false);
    await pass(TOAST_MS - 4_000);
    expect(texts()).toEqual(['b']);
    await pass(4_000);
    expect(texts()).toEqual([]);
  });

  it('does at once what was put off when it is dismissed or the page is left, and not again later', async () => {
    const { store, tell } = someToasts();
    const [first, second] = [vi.fn(nothing), vi.fn(nothing)];
    tell({ text: 'Deleting a.', settle: first });
    tell({ text: 'Deleting b.', settle: second });

    store.getState().dismiss(store.getState().toasts[0]?.id ?? 0);
    store.getState().settleAll();
    store.getState().settleAll();
    await pass(2 * TOAST_MS);

    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  });

  it('gives back what it hid and says why when the engine cannot do it', async () => {
    const { store, tell, texts } = someToasts();
    tell({
      text: 'Deleting a.',
      settle: () => Promise.reject(new Error('The engine is away.')),
      failed: (reason) => `a could not be deleted: ${reason}`,
      hides: ['a'],
    });

    await pass(TOAST_MS);

    expect(texts()).toEqual(['a could not be deleted: The engine is away.']);
    expect(hiddenBy(store.getState().toasts).size).toBe(0);
    expect(store.getState().toasts[0]?.isProblem).toBe(true);
  });

  it('says why something could not be taken back', async () => {
    const { store, tell, texts } = someToasts();
    tell({ text: 'Suspended a.', undo: () => Promise.reject(new Error('You may not.')) });

    store.getState().undoLatest();
    await pass(0);

    expect(texts()).toEqual(['You may not.']);
  });
});
