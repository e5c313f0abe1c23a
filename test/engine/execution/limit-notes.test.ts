import { expect, it } from 'vitest';
import { LimitNotes } from '../../../engine/execution/run/limit-notes.ts';
import { manualClock } from '../api/manual-clock.ts';

function notesOf() {
  const clock = manualClock();
  const noted: number[] = [];
  const run = { noteLimits: () => void noted.push(clock.elapsed()) };
  const runs = new Set<typeof run>();
  return { clock, noted, run, runs, notes: new LimitNotes({ clock, runs: () => runs }) };
}

it('are made every few seconds while runs are under way, and never else', () => {
  const { clock, noted, run, runs, notes } = notesOf();

  runs.add(run);
  notes.keep();
  notes.keep();
  clock.advance(100_000);
  expect(noted).toEqual([15_000, 30_000, 45_000, 60_000, 75_000, 90_000]);

  runs.delete(run);
  clock.advance(100_000);
  expect(noted).toHaveLength(6);
  expect(clock.pending()).toBe(0);

  runs.add(run);
  notes.keep();
  clock.advance(15_000);
  expect(noted.at(-1)).toBe(215_000);
});

it('are made in the moment in which the engine stops', () => {
  const { clock, noted, run, runs, notes } = notesOf();
  runs.add(run);
  notes.keep();
  clock.advance(7);

  notes.stop();

  expect(noted).toEqual([7]);
  expect(clock.pending()).toBe(0);
});

it('are made no more once the engine has stopped, whatever begins meanwhile', () => {
  const { clock, noted, run, runs, notes } = notesOf();
  runs.add(run);
  notes.keep();
  notes.stop();

  notes.keep();
  clock.advance(60_000);

  expect(noted).toEqual([0]);
});

it('say when the engine was stopped before one', () => {
  const clock = manualClock();
  const held: boolean[] = [];
  let skippedMs = 0;
  const notes = new LimitNotes({
    clock: { after: clock.after, elapsed: () => clock.elapsed() + skippedMs },
    runs: () => [{ noteLimits: (wasHeld) => void held.push(wasHeld) }],
  });

  notes.keep();
  clock.advance(15_000);
  skippedMs = 5000;
  clock.advance(15_000);

  expect(held).toEqual([false, true]);
});
