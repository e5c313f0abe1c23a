import { expect, it } from 'vitest';
import { formatLastRun } from '../../../renderer/features/dags/format-last-run.ts';
import { aDagItem } from '../support/dag-fixtures.ts';

const now = Date.parse('2026-11-19T12:00:00Z');
const MINUTE = 60_000;

it.each([
  ['succeeded', '', undefined, '641ms · 11m ago'],
  ['failed', 'command exited with code 2', 'exit 2', '11m ago'],
  ['aborted', 'It was stopped.', 'It was stopped.', '11m ago'],
  ['rejected', '', undefined, '641ms · 11m ago'],
] as const)('a last run that %s with the error "%s" says when as any other', (...row) => {
  const [status, error, problem, words] = row;
  const item = aDagItem('etl', now, { status, error, ago: 11 * MINUTE + 641, took: 641 });

  expect(formatLastRun(item, now)).toEqual(problem ? { problem, words } : { words });
});

it('a last run that failed just now says so', () => {
  const item = aDagItem('etl', now, { status: 'failed', error: 'exit code 1', ago: 10, took: 5 });

  expect(formatLastRun(item, now)).toEqual({ problem: 'exit 1', words: 'just now' });
});
