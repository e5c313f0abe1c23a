import { expect, it } from 'vitest';
import { EngineError } from '../../../engine/contract/errors.ts';
import { TakeOvers } from '../../../engine/execution/take-overs.ts';
import type { RunRecord } from '../../../engine/storage/runs.ts';
import { silentLogger, type Complaint } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../api/manual-clock.ts';

// What it looks at of a run.
const run = (id: number) => ({ id, dagName: 'a', runId: `run-${id}` }) as RunRecord;

/** Takes over runs of which one is large; `mayRead` says when it can be read. */
function aStage(mayRead: () => boolean) {
  const clock = manualClock();
  const complaints: Complaint[] = [];
  const done: string[] = [];
  const resumed = new Set<number>();
  const takeOvers = new TakeOvers({
    snapshots: {
      isCold: ({ definitionId }) => definitionId === LARGE,
      holding: async (_run, use) => {
        await Promise.resolve();
        if (!mayRead()) throw new EngineError('rate_limited', 'later');
        return use();
      },
    },
    clock,
    log: silentLogger(complaints),
    isKnown: (id) => resumed.has(id),
    resume: ({ id }) => {
      resumed.add(id);
      done.push(`resume ${id}`);
    },
    stop: (id) => void done.push(`stop ${id}`),
  });
  return { takeOvers, clock, complaints, done };
}

const LARGE = 7;

it('what can be read goes on in this turn, and what a large run called waits for it', async () => {
  const { takeOvers, done } = aStage(() => true);

  takeOvers.resume([run(1), { ...run(2), definitionId: LARGE }, run(3)]);
  const atOnce = [...done];
  await takeOvers.resumed(3);

  expect(atOnce).toEqual(['resume 1']);
  expect(done).toEqual(['resume 1', 'resume 2', 'resume 3']);
});

it('a run that cannot be read now says so, is tried again, and keeps a stop', async () => {
  let mayRead = false;
  const { takeOvers, clock, complaints, done } = aStage(() => mayRead);

  takeOvers.resume([{ ...run(2), definitionId: LARGE }, run(3)]);
  await expect(takeOvers.resumed(3)).rejects.toMatchObject({ code: 'rate_limited' });
  const isStopped = takeOvers.stop(3);
  mayRead = true;
  clock.advance(1000);
  await eventually(() => done.length === 3, 'both go on');

  expect(isStopped).toBe(true);
  expect(done).toEqual(['resume 2', 'resume 3', 'stop 3']);
  expect(complaints.map(({ fields }) => fields['run'])).toEqual(['run-2']);
});

it('nothing goes on after it was closed', async () => {
  const { takeOvers, done } = aStage(() => true);

  takeOvers.resume([{ ...run(2), definitionId: LARGE }]);
  takeOvers.close();
  await takeOvers.resumed(2);

  expect(done).toEqual([]);
});
