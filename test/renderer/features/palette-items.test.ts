import { describe, expect, it } from 'vitest';
import { paletteItems } from '../../../renderer/app/palette-items.ts';
import { aDagItem } from '../support/dag-fixtures.ts';
import { aRun } from '../support/run-fixtures.ts';

const now = Date.parse('2026-11-19T08:42:00Z');
const sources: Parameters<typeof paletteItems>[1] = {
  dags: ['crm-sync', 'orders-etl', 'orders-nightly'].map((name) => aDagItem(name, now)),
  runs: [],
  gates: [],
  git: new Map(),
  commands: [],
  refusal: () => undefined,
  mayRun: true,
  mayCreate: true,
  settings: [{ id: 'api-keys', label: 'API keys', icon: 'key' }],
  shown: undefined,
  recent: [],
  now,
};
const titles = (text: string, changes: Partial<typeof sources> = {}) =>
  paletteItems(text, { ...sources, ...changes }).map(({ title }) => title);

describe('the palette', () => {
  it('creates a DAG and opens each part of the settings', () => {
    expect(titles('new dag')).toEqual(['New DAG']);
    expect(titles('api keys')).toEqual(['Open settings: API keys']);
    expect(titles('new dag', { mayCreate: false })).toEqual([]);
  });

  it('shows the parameters of a run before it starts', () => {
    const dags = [aDagItem('reload', now, { params: ['DAY=today'] }), aDagItem('refresh', now)];
    const actions = paletteItems('run re', { ...sources, dags }).map(({ action }) => action);

    expect(actions).toEqual([
      { kind: 'go', href: '/dags/reload?run=form' },
      { kind: 'run', fileName: 'refresh', name: 'refresh' },
    ]);
  });

  it('goes to the run that goes on, also where a newer one is queued', () => {
    const latest = aRun('orders-etl', 'queued', { dagRunId: 'queued' });
    const dags = [{ ...aDagItem('orders-etl', now), latestDAGRun: latest }];
    const runs = [latest, aRun('orders-etl', 'running', { dagRunId: 'going' })];

    const [item] = paletteItems('orders-etl', { ...sources, dags, runs });

    expect(item?.action).toEqual({ kind: 'go', href: '/runs/orders-etl/going' });
  });

  it('offers first what was chosen last', () => {
    const recent = ['dag orders-nightly', 'Go to queues'];

    expect(titles('', { recent }).slice(0, 3)).toEqual([
      'orders-nightly',
      'crm-sync',
      'orders-etl',
    ]);
    expect(titles('go to', { recent })[0]).toBe('Go to queues');
  });

  it('offers the commands of the DAG that is on show before those of others', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'shown'];
    const dags = names.map((name) => aDagItem(name, now, { cron: '0 1 * * *' }));
    const on = { dags, shown: 'shown', recent: ['run b', 'suspend c'] };

    expect(titles('run', on).slice(0, 2)).toEqual(['Run shown', 'Run b']);
    expect(titles('enqueue', on)[0]).toBe('Enqueue shown');
    expect(titles('suspend', on)[0]).toBe('Suspend schedule of shown');
    expect(titles('', on).slice(0, 2)).toEqual(['a', 'b']);
  });

  it('finds what starts with the text before what was chosen last', () => {
    const dags = [...sources.dags, aDagItem('late-orders', now)];

    expect(titles('orders', { dags, recent: ['dag late-orders'] })[0]).toBe('orders-etl');
  });

  it('leads to what differs from the remote of Git Sync, by what is done about it', () => {
    const git = new Map([
      ['orders-nightly', 'modified'],
      ['crm-sync', 'conflict'],
      ['new-from-robin', 'review'],
    ] as const);

    expect(titles('publish', { git })).toEqual(['Publish orders-nightly…']);
    expect(titles('resolve', { git })).toEqual(['Resolve crm-sync…']);
    expect(titles('', { git })).not.toContain('Publish orders-nightly…');
    const [review] = paletteItems('review new', { ...sources, git });
    expect(review?.action).toEqual({ kind: 'go', href: '/git/new-from-robin' });
  });
});

describe('what can be done from the palette', () => {
  const waiting = aRun('release', 'waiting', { dagRunId: 'r2', startedAt: '2026-11-19T08:40:00Z' });
  const runs = [
    aRun('orders-etl', 'running', { dagRunId: 'r1', startedAt: '2026-11-19T08:30:00Z' }),
    waiting,
    aRun('crm-sync', 'queued', { dagRunId: 'r3', queuedAt: '2026-11-19T08:41:00Z' }),
    aRun('child', 'running', { parentDAGRunId: 'r1' }),
    aRun('orders-nightly', 'succeeded'),
  ];
  const gates = [{ run: waiting, step: 'legal' }];
  const items = (text: string, changes: Partial<typeof sources> = {}) =>
    paletteItems(text, { ...sources, runs, gates, ...changes });

  it('stops what goes on, which the page of the run asks about', () => {
    const [stop, ...others] = items('stop');

    expect(stop).toMatchObject({ title: 'Stop orders-etl…', details: ['started 12m ago'] });
    expect(stop?.action).toEqual({ kind: 'onRun', href: '/runs/orders-etl/r1', command: 'stop' });
    expect(others.map(({ title }) => title)).toEqual(['Stop release…']);
    expect(items('remove crm').map(({ title }) => title)).toEqual(['Remove crm-sync from queue…']);
  });

  it('leads to the gate that waits for an answer', () => {
    const [answer] = items('approve');

    expect(answer?.title).toBe('Approve or reject legal in release…');
    expect(answer?.action).toEqual({
      kind: 'onRun',
      href: '/runs/release/r2?step=legal',
      command: 'answer',
    });
  });

  it('switches schedules, where there is one', () => {
    const dags = [
      aDagItem('nightly', now, { cron: '0 1 * * *' }),
      aDagItem('weekly', now, { cron: '0 1 * * 1', suspended: true }),
      aDagItem('by-hand', now),
    ];

    expect(items('suspend', { dags }).map(({ title }) => title)).toEqual([
      'Suspend schedule of nightly',
    ]);
    expect(items('resume', { dags }).map(({ action }) => action)).toEqual([
      { kind: 'suspend', fileName: 'weekly', suspend: false },
    ]);
  });

  it('says why somebody may not do it, and offers nothing before there is a text', () => {
    const refusal = () => 'Your role may not.';

    expect(items('stop orders', { refusal })).toMatchObject([
      { details: ['Your role may not.'], isRefused: true },
    ]);
    expect(items('').map(({ title }) => title)).not.toContain('Stop orders-etl…');
  });

  it('opens a DAG of which a run goes on, and that run before it', () => {
    const dags = [aDagItem('reload', now, { status: 'running' })];

    const found = items('reload', { dags, runs: [], mayRun: false });

    expect(found.map(({ action }) => action)).toEqual([
      { kind: 'go', href: expect.stringMatching(/^\/runs\/reload\//) },
      { kind: 'go', href: '/dags/reload' },
    ]);
    expect(found[1]?.details[0]).toBe('Open DAG');
  });
});
