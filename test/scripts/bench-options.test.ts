import { expect, it } from 'vitest';
import { measures } from '../../scripts/bench/measures.ts';
import { readOptions } from '../../scripts/bench/options.ts';

const namesOf = (args: readonly string[]): readonly string[] =>
  readOptions(args, measures).measures.map(({ name }) => name);

it('takes measures that need minutes only when they are asked for', () => {
  const onRequest = measures.filter(({ onRequest: asked }) => asked).map(({ name }) => name);

  expect(onRequest).toEqual(['idle-scheduled', 'schedule', 'full-minute', 'streams']);
  expect(namesOf([])).toEqual(
    measures.map(({ name }) => name).filter((name) => !onRequest.includes(name)),
  );
  expect(namesOf(['--only', 'schedule,health'])).toEqual(['health', 'schedule']);
});

it('watches two minutes of schedules unless it is told how many', () => {
  expect(readOptions([], measures).settings).toEqual({ minutes: 2 });
  expect(readOptions(['--minutes', '10'], measures).settings).toEqual({ minutes: 10 });
});
