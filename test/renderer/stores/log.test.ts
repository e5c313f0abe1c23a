import { describe, expect, it } from 'vitest';
import { aLog, load, pageOf, run, source } from './a-log.ts';
import { arrive, useStoppedClock } from '../support/scripted-engine.ts';

describe('a log', () => {
  useStoppedClock(0);

  it('is fetched from its beginning, a page at a time', async () => {
    const { engine, store, begun } = await aLog(1200);

    expect(begun).toMatchObject({ sources: [], segments: [], rows: 0, phase: 'loading' });
    expect(begun).toMatchObject({ version: 0, note: undefined, problem: undefined });
    expect(store.getState()).toMatchObject({ phase: 'ready', rows: 1200, version: 1 });
    expect(engine.asked('runs.stepLog')).toEqual([
      { ...run, stepName: 'load', stream: 'stdout', offset: 1, limit: 500 },
    ]);
    expect(store.getState().rowText(0)).toEqual({ kind: 'line', number: 1, text: '1' });
    expect(store.getState().rowText(499)).toEqual({ kind: 'line', number: 500, text: '500' });
    expect(store.getState().rowText(500)).toEqual({ kind: 'line', number: 501, text: undefined });
    expect(store.getState().rowText(1200)).toBeUndefined();
  });

  it('that grows is told of with the lines at its end, however fast it grows', async () => {
    const { engine, store, size } = await aLog(10);
    const bare: number[] = [];
    store.subscribe(({ rows, rowText }) => {
      const end = Array.from({ length: Math.min(rows, 60) }, (_, index) => rows - 1 - index);
      bare.push(
        ...end.filter((row) => (rowText(row) as { text?: string } | undefined)?.text === undefined),
      );
    });

    for (const lines of [16_000, 16_010, 33_020, 33_499, 33_500, 33_501, 90_000]) {
      size.of = lines;
      store.getState().grew({ stepName: 'load', stream: 'stdout' });
      await arrive();
      expect(store.getState().rows).toBe(lines);
    }

    expect(bare).toEqual([]);
    expect(engine.asked('runs.stepLog').length).toBeLessThan(30);
  });

  it('that is live is not told of before the lines at its end are there', async () => {
    const { store, offsets } = await aLog(9000, []);
    const told: (readonly [number, string | undefined])[] = [];
    store.subscribe(({ rows, rowText }) => {
      if (rows > 0) told.push([rows, (rowText(rows - 1) as { text?: string }).text]);
    });

    await store.getState().show([load], true);

    expect(told.length).toBeGreaterThan(0);
    expect(told.filter(([rows, text]) => text !== `${rows}`)).toEqual([]);
    expect(store.getState()).toMatchObject({ phase: 'ready', rows: 9000 });
    expect(offsets()).toEqual([1, 8001, 8501]);
  });

  it('is all there when it is shown again before its first answer', async () => {
    const { engine, store } = await aLog(7, []);
    const first = engine.hold('runs.stepLog');

    const before = store.getState().show([load]);
    const again = store.getState().show([load]);
    first.resolve(pageOf(7, { offset: 1 }));
    await before;
    await again;

    expect(store.getState()).toMatchObject({ phase: 'ready', rows: 7 });
  });

  it('that grows while its end is fetched is followed to the new end', async () => {
    const { engine, store, size } = await aLog(10);
    const late = engine.hold('runs.stepLog');
    store.getState().grew({ stepName: 'load', stream: 'stdout' });
    size.of = 5000;
    store.getState().grew({ stepName: 'load', stream: 'stdout' });

    late.resolve(pageOf(20, { offset: 1 }));
    await arrive();

    expect(store.getState().rows).toBe(5000);
    expect(store.getState().rowText(4999)).toMatchObject({ text: '5000' });
  });

  it('has no rows without text at its end while a page before it is loaded', async () => {
    const { store, size } = await aLog(2000);
    store.getState().grew({ stepName: 'load', stream: 'stdout' });
    await arrive();
    size.of = 9000;

    store.getState().need(600, 650);
    await arrive();

    expect(store.getState().rowText(600)).toMatchObject({ text: '601' });
    expect(store.getState().rows).toBe(2000);
    expect(store.getState().rowText(1999)).toMatchObject({ text: '2000' });
  });

  it('takes what is new though its last page was on its way before', async () => {
    const { engine, store, size } = await aLog(10);
    await store.getState().show([source('other')]);
    const late = engine.hold('runs.stepLog');
    const showing = store.getState().show([load]);
    size.of = 20;
    store.getState().grew({ stepName: 'load', stream: 'stdout' });

    late.resolve(pageOf(10, { offset: 1 }));
    await showing;
    await arrive();

    expect(store.getState().rows).toBe(20);
  });

  it('says no more that it is gone once it has lines', async () => {
    const { engine, store } = await aLog(0);
    engine.answers['runs.stepLog'] = (input) => pageOf(0, input, 'It no longer exists.');
    await store.getState().show([load, source('other', 'other')]);
    expect(store.getState().note).toBe('It no longer exists.');

    engine.answers['runs.stepLog'] = (input) => pageOf(3, input);
    for (const stepName of ['load', 'other']) store.getState().grew({ stepName, stream: 'stdout' });
    await arrive();

    expect(store.getState().note).toBeUndefined();
  });

  it('is loading until its first page is there', async () => {
    const { engine, store } = await aLog(10);
    const answer = engine.hold('runs.stepLog');

    const showing = store.getState().show([source('check')]);
    expect(store.getState()).toMatchObject({ phase: 'loading', rows: 0 });
    expect(store.getState().rowText(0)).toBeUndefined();
    answer.resolve(pageOf(3, { offset: 1 }));
    await showing;

    expect(store.getState()).toMatchObject({ phase: 'ready', rows: 3 });
  });

  it('fetches what is in sight and not there yet, once', async () => {
    const { store, offsets } = await aLog(1200);

    store.getState().need(480, 520);
    store.getState().need(490, 530);
    await arrive();

    expect(offsets()).toEqual([1, 501]);
    expect(store.getState().rowText(500)).toEqual({ kind: 'line', number: 501, text: '501' });

    store.getState().need(0, 999);
    await arrive();
    expect(offsets()).toEqual([1, 501]);
  });

  it('keeps eighty pages, those that were in sight last', async () => {
    const { store, offsets } = await aLog(500 * 90);
    for (let page = 1; page < 80; page++) store.getState().need(page * 500, page * 500);
    await arrive();

    store.getState().need(0, 0);
    store.getState().need(80 * 500, 80 * 500);
    await arrive();

    expect(offsets()).toHaveLength(81);
    expect(store.getState().rowText(0)).toMatchObject({ text: '1' });
    expect(store.getState().rowText(500)).toMatchObject({ text: undefined });
  });

  it('stands below others under its title, which a log without lines needs not', async () => {
    const sources = [source('a', 'a'), source('b', 'b')];
    const { engine, store } = await aLog(2, sources);
    expect(store.getState().rows).toBe(6);
    expect(store.getState().rowText(3)).toEqual({ kind: 'header', text: 'b' });
    expect(store.getState().rowText(5)).toEqual({ kind: 'line', number: 2, text: '2' });

    engine.answers['runs.stepLog'] = (input) => pageOf(input.stepName === 'a' ? 0 : 2, input);
    await store.getState().show(sources);
    expect(store.getState().rows).toBe(3);
    expect(store.getState().rowText(0)).toEqual({ kind: 'header', text: 'b' });
  });

  it('takes no page of a log that is shown no more', async () => {
    const { engine, store } = await aLog(10);
    const late = engine.hold('runs.stepLog');
    const broken = engine.hold('runs.stepLog');

    const first = store.getState().show([source('slow')]);
    const second = store.getState().show([source('broken')]);
    await store.getState().show([load]);
    late.reject(new Error('Lost.'));
    broken.resolve(pageOf(99, { offset: 1 }));
    await Promise.all([first, second]);

    expect(store.getState()).toMatchObject({ rows: 10, phase: 'ready', problem: undefined });
  });

  it('says why a page could not be had, until one can', async () => {
    const { engine, store } = await aLog(1200);
    const usual = engine.answers['runs.stepLog'];

    engine.refuse('runs.stepLog', 'The disk is gone.');
    store.getState().need(500, 500);
    await arrive();
    expect(store.getState()).toMatchObject({ problem: 'The disk is gone.', rows: 1200 });

    if (usual) engine.answers['runs.stepLog'] = usual;
    store.getState().need(500, 500);
    await arrive();
    expect(store.getState().problem).toBeUndefined();
    expect(store.getState().rowText(500)).toMatchObject({ text: '501' });
  });

  it('says why it is short, and forgets that with another log', async () => {
    const { engine, store } = await aLog(10);
    engine.answers['runs.stepLog'] = (input) =>
      pageOf(600, input, input.offset === 1 ? 'It was cut.' : undefined);

    await store.getState().show([load]);
    store.getState().need(500, 500);
    await arrive();
    expect(store.getState().note).toBe('It was cut.');

    engine.answers['runs.stepLog'] = (input) => pageOf(1, input);
    await store.getState().show([source('check')]);
    expect(store.getState().note).toBeUndefined();
  });

  it('is as long as its last page says where the total was a guess', async () => {
    const { engine, store } = await aLog(10);
    engine.answers['runs.stepLog'] = (input) => ({ ...pageOf(700, input), totalLines: 900 });

    await store.getState().show([load]);
    expect(store.getState().rows).toBe(900);

    store.getState().need(600, 600);
    await arrive();
    expect(store.getState().rows).toBe(700);
  });

  it('is as long as it was guessed where a page beyond its end is empty', async () => {
    const { engine, store } = await aLog(10);
    engine.answers['runs.stepLog'] = (input) => ({ ...pageOf(0, input), totalLines: 40 });

    await store.getState().show([load]);

    expect(store.getState().rows).toBe(40);
  });
});

describe('a log that grows', () => {
  useStoppedClock(0);

  it('is fetched again from its last page on', async () => {
    const { store, size, offsets } = await aLog(600);
    store.getState().need(500, 599);
    await arrive();

    size.of = 650;
    store.getState().grew({ stepName: 'load', stream: 'stdout' });
    await arrive();

    expect(offsets()).toEqual([1, 501, 501]);
    expect(store.getState().rows).toBe(650);
    expect(store.getState().rowText(649)).toMatchObject({ text: '650' });
  });

  it('is fetched once more however often it grew while a page was on its way', async () => {
    const { engine, store, size, offsets } = await aLog(3);
    const answer = engine.hold('runs.stepLog');
    const grow = () => store.getState().grew({ stepName: 'load', stream: 'stdout' });

    grow();
    grow();
    grow();
    size.of = 5;
    answer.resolve(pageOf(4, { offset: 1 }));
    await arrive();
    expect(offsets()).toEqual([1, 1, 1]);
    expect(store.getState().rows).toBe(5);

    grow();
    await arrive();
    expect(offsets()).toHaveLength(4);
  });

  it('begins with its first line', async () => {
    const { store, size, offsets } = await aLog(0);

    size.of = 1;
    store.getState().grew({ stepName: 'load', stream: 'stdout' });
    await arrive();

    expect(offsets()).toEqual([1, 1]);
    expect(store.getState().rows).toBe(1);
  });

  it('is fetched from its new page on when its last one is full', async () => {
    const { store, size, offsets } = await aLog(500);

    size.of = 501;
    store.getState().grew({ stepName: 'load', stream: 'stdout' });
    await arrive();

    expect(offsets()).toEqual([1, 1, 501]);
    expect(store.getState().rows).toBe(501);
  });

  it('is fetched from the page that its last line begins', async () => {
    const { store, size, offsets } = await aLog(501);

    size.of = 502;
    store.getState().grew({ stepName: 'load', stream: 'stdout' });
    await arrive();

    expect(offsets()).toEqual([1, 501]);
    expect(store.getState().rows).toBe(502);
  });

  it('is not fetched when another one is shown', async () => {
    const { store, offsets } = await aLog(3);

    store.getState().grew({ stepName: 'load', stream: 'stderr' });
    store.getState().grew({ stepName: 'check', stream: 'stdout' });
    store.getState().grew({ stepName: '', stream: 'stdout' });
    await arrive();

    expect(offsets()).toEqual([1]);
  });

  it('may be that of the run, on whichever stream it is announced', async () => {
    const { engine, store } = await aLog(3);
    engine.answers['runs.log'] = (input) => pageOf(2, input);
    await store.getState().show([source('')]);

    store.getState().grew({ stepName: '', stream: 'stderr' });
    await arrive();

    expect(engine.asked('runs.log')).toHaveLength(2);
    expect(engine.asked('runs.log')[0]).toEqual({ ...run, offset: 1, limit: 500 });
  });
});

describe('a search in logs', () => {
  useStoppedClock(0);

  it('finds lines of all that are shown, and says whether there are more', async () => {
    const { engine, store } = await aLog(3, [source('a', 'a'), source('b', 'b')]);
    engine.answers['runs.searchStepLog'] = ({ stepName }) => ({
      matches: stepName === 'a' ? [{ lineNumber: 2, line: 'x' }] : [{ lineNumber: 3, line: 'x' }],
      hasMore: stepName === 'a',
      totalLines: 3,
    });

    expect(await store.getState().search('x')).toEqual({
      matches: [
        { segment: 0, line: 2 },
        { segment: 1, line: 3 },
      ],
      hasMore: true,
    });
    expect(engine.asked('runs.searchStepLog')[0]).toMatchObject({ q: 'x', limit: 1000 });
  });

  it('finds all there are when no log has more', async () => {
    const { engine, store } = await aLog(3);
    engine.answers['runs.searchStepLog'] = () => ({ matches: [], hasMore: false, totalLines: 3 });

    expect(await store.getState().search('x')).toEqual({ matches: [], hasMore: false });
  });
});
