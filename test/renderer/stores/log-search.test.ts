import { describe, expect, it } from 'vitest';
import { createLogSearch } from '../../../renderer/features/runs/log/log-search-store.ts';
import { arrive, pass, useStoppedClock } from '../support/scripted-engine.ts';
import { aLog, load, source } from './a-log.ts';

describe('the search of a log', () => {
  useStoppedClock(0);

  it('counts and shows what was found once nothing is typed for a moment', async () => {
    const { engine, search, shown } = await aSearch();

    for (const text of ['l', 'li', 'lin']) {
      search.getState().type(text);
      await pass(150);
    }
    expect(engine.asked('runs.searchStepLog')).toEqual([]);
    await pass(50);

    expect(asked(engine)).toEqual(['lin']);
    expect(search.getState().found).toMatchObject({ current: 0, matches: { length: 3 } });
    expect(shown).toEqual(['lin in 1']);
  });

  it('goes to the next match and to the one before, around the ends', async () => {
    const { engine, search, shown } = await aSearch();
    search.getState().type('line');
    await pass(200);

    for (const by of [1, 1, 1, -1] as const) search.getState().move(by);

    expect(shown).toEqual([1, 4, 9, 1, 9].map((row) => `line in ${row}`));
    expect(asked(engine)).toEqual(['line']);
  });

  it('begins at once where somebody does not wait for it, and once', async () => {
    const { engine, search, shown } = await aSearch();
    search.getState().type('line');

    search.getState().move(1);
    await arrive();
    expect(asked(engine)).toEqual(['line']);
    await pass(1000);

    expect(asked(engine)).toEqual(['line']);
    expect(shown).toEqual(['line in 1']);
  });

  it('asks for one text at a time, and then for the newest', async () => {
    const { engine, search, shown } = await aSearch();
    const first = engine.hold('runs.searchStepLog');
    for (const text of ['l', 'li', 'lin', 'line']) {
      search.getState().type(text);
      await pass(200);
    }
    expect(asked(engine)).toEqual(['l']);
    expect(search.getState().isSlow).toBe(true);

    first.resolve(found(7));
    await arrive();

    expect(asked(engine)).toEqual(['l', 'line']);
    expect(shown).toEqual(['line in 1']);
    expect(search.getState().isSlow).toBe(false);
  });

  it('shows no answer to a text that somebody has gone on typing', async () => {
    const { engine, search, shown } = await aSearch();
    const first = engine.hold('runs.searchStepLog');
    search.getState().type('l');
    await pass(200);
    search.getState().type('li');

    first.resolve(found(7));
    await arrive();
    expect(shown).toEqual([]);
    await pass(200);

    expect(asked(engine)).toEqual(['l', 'li']);
    expect(shown).toEqual(['li in 1']);
  });

  it('looks into no further log for a text that nobody wants any more', async () => {
    const { engine, search, shown } = await aSearch(['load', 'check', 'mail']);
    const first = engine.hold('runs.searchStepLog');
    search.getState().type('line');
    await pass(200);

    search.getState().type('');
    first.resolve(found(7));
    await pass(1000);

    expect(asked(engine)).toEqual(['line']);
    expect(shown).toEqual([]);
    expect(search.getState()).toMatchObject({ text: '', found: undefined });
  });

  it('begins anew in another log, and says what is wrong with it', async () => {
    const { engine, search, cleared } = await aSearch();
    search.getState().type('line');
    await pass(200);

    engine.answers['runs.searchStepLog'] = () => found();
    search.getState().again();
    await arrive();
    expect(search.getState().found?.matches).toEqual([]);
    expect(cleared.count).toBe(1);

    engine.refuse('runs.searchStepLog', 'The log was deleted.');
    search.getState().again();
    await arrive();
    expect(search.getState()).toMatchObject({ found: undefined, problem: 'The log was deleted.' });
  });
});

async function aSearch(steps: readonly string[] = ['load']) {
  const sources = steps.length === 1 ? [load] : steps.map((step) => source(step, step));
  const { engine, store } = await aLog(20, sources);
  engine.answers['runs.searchStepLog'] = () => found(2, 5, 10);
  const shown: string[] = [];
  const cleared = { count: 0 };
  const search = createLogSearch(store, {
    show: (row, text) => void shown.push(`${text} in ${row}`),
    clear: () => void cleared.count++,
  });
  return { engine, search, shown, cleared };
}

function found(...lines: number[]) {
  const matches = lines.map((lineNumber) => ({ lineNumber, line: 'a line' }));
  return { matches, hasMore: false, totalLines: 20 };
}

function asked(engine: Awaited<ReturnType<typeof aSearch>>['engine']): readonly string[] {
  return engine.asked('runs.searchStepLog').map(({ q }) => q);
}
