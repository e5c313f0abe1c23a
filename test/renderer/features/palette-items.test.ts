import { describe, expect, it } from 'vitest';
import { paletteItems } from '../../../renderer/app/palette-items.ts';
import { aDagItem } from '../support/dag-fixtures.ts';

const now = Date.parse('2026-11-19T08:42:00Z');
const sources: Parameters<typeof paletteItems>[1] = {
  dags: ['crm-sync', 'orders-etl', 'orders-nightly'].map((name) => aDagItem(name, now)),
  runs: [],
  git: new Map(),
  commands: [],
  mayRun: true,
  mayCreate: true,
  settings: [{ id: 'api-keys', label: 'API keys', icon: 'key' }],
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

  it('offers first what was chosen last', () => {
    const recent = ['dag orders-nightly', 'Go to queues'];

    expect(titles('', { recent }).slice(0, 3)).toEqual([
      'orders-nightly',
      'crm-sync',
      'orders-etl',
    ]);
    expect(titles('go to', { recent })[0]).toBe('Go to queues');
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
