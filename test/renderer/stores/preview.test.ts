import { describe, expect, it } from 'vitest';
import type { DagObject } from '#contract/dag.ts';
import {
  askPreviewOnce,
  createPreviewStore,
  isScheduled,
  linesOf,
} from '../../../renderer/features/dags/preview-store.ts';
import { aDagItem, readDag } from '../support/dag-fixtures.ts';
import { aPlannedSlot } from '../support/schedule-fixtures.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';

const lines = { start: ['0 1 * * *'], stop: ['0 2 * * *'], restart: ['0 3 * * *'] };
const none = { start: [], stop: [], restart: [] };
const other = { ...none, start: ['0 5 * * *'] };

const firstSlot = aPlannedSlot('2026-11-20T01:00:00.000Z');

function aPreview() {
  const engine = scriptedEngine({
    'schedule.preview': () => ({ slots: [firstSlot], timezone: 'Europe/Berlin', hasMore: false }),
  });
  const clock = { now: Date.parse('2026-11-19T01:00:00.000Z') };
  const askPreview = askPreviewOnce(engine.connection, () => clock.now);
  return { engine, clock, askPreview, store: createPreviewStore(askPreview) };
}

describe('the preview of a schedule', () => {
  it('shows when its lines are due next', async () => {
    const { engine, store } = aPreview();
    expect(store.getState()).toMatchObject({ slots: [], zone: '', problem: undefined });

    await store.getState().show(lines);

    expect(store.getState()).toMatchObject({ slots: [firstSlot], zone: 'Europe/Berlin' });
    expect(engine.asked('schedule.preview')).toEqual([{ ...lines, count: 5 }]);
  });

  it('shows none for lines that are refused, and says why, until others are taken', async () => {
    const { engine, store } = aPreview();
    const usual = engine.answers['schedule.preview'];
    await store.getState().show(lines);

    engine.refuse('schedule.preview', 'There is no month 13.');
    await store.getState().show(other);
    expect(store.getState()).toMatchObject({ slots: [], problem: 'There is no month 13.' });

    if (usual) engine.answers['schedule.preview'] = usual;
    await store.getState().show(other);
    expect(store.getState()).toMatchObject({ slots: [firstSlot], problem: undefined });
  });

  it('shows the last lines when the answer to others comes later, or fails', async () => {
    const { engine, store } = aPreview();

    const late = engine.hold('schedule.preview');
    const first = store.getState().show(none);
    const broken = engine.hold('schedule.preview');
    const second = store.getState().show(other);
    await store.getState().show(lines);
    late.resolve({ slots: [], timezone: 'UTC', hasMore: false });
    broken.reject(new Error('Lost.'));
    await Promise.all([first, second]);

    expect(store.getState()).toMatchObject({
      slots: [firstSlot],
      zone: 'Europe/Berlin',
      problem: undefined,
    });
  });
});

describe('a question that several ask', () => {
  it('goes to the engine once, until the first slot is past', async () => {
    const { engine, clock, askPreview } = aPreview();
    const asked = () => engine.asked('schedule.preview').length;

    await Promise.all([askPreview(lines), askPreview({ ...lines })]);
    await askPreview(lines);
    expect(asked()).toBe(1);

    await askPreview(other);
    expect(asked()).toBe(2);
    clock.now = Date.parse(firstSlot.time);
    await askPreview(other);
    expect(asked()).toBe(3);
  });
});

describe('the lines of a schedule', () => {
  const dag: DagObject = {
    ...readDag(aDagItem('etl', 0), 'steps: []', 0),
    schedule: [{ expression: '0 1 * * *' }],
    stopSchedule: [{ expression: '0 2 * * *' }],
    restartSchedule: [{ expression: '0 3 * * *' }],
  };

  it('are those of the definition, by what they do', () => {
    expect(linesOf({ ...dag, jitterSec: 30 })).toEqual({ ...lines, name: 'etl', jitterSec: 30 });
  });

  it('are none where nothing could be read', () => {
    expect(linesOf(undefined)).toEqual({ ...none, name: '', jitterSec: 0 });
  });

  it('make a schedule, whatever they do', () => {
    expect(isScheduled(none)).toBe(false);
    expect(isScheduled({ ...none, start: lines.start })).toBe(true);
    expect(isScheduled({ ...none, stop: lines.stop })).toBe(true);
    expect(isScheduled({ ...none, restart: lines.restart })).toBe(true);
  });
});
