import { describe, expect, it } from 'vitest';
import { emptyLogWords } from '../../../renderer/features/runs/log/empty-log.ts';
import { aNode } from '../support/run-fixtures.ts';

const skipped = aNode('load', 0, { status: 'skipped', from: 0, to: 0, changes: { attempts: 0 } });
const idle = aNode('load', 0, { changes: { attempts: 0 } });
const running = aNode('load', 0, { status: 'running', from: 0, changes: { attempts: 1 } });
const ended = aNode('load', 0, { status: 'succeeded', from: 0, to: 1, changes: { attempts: 1 } });
const items = { items: ['a', 'b'], variable: '', maxConcurrent: 2 };
const calling = { ...running, step: { ...running.step, run: 'sub', parallel: items } };

describe('a log without lines', () => {
  it.each([
    [
      'of a step before its turn',
      { node: idle, mode: 'stdout', isLive: true },
      /has not started yet/,
    ],
    [
      'of a step that never had its turn',
      { node: idle, mode: 'stdout', isLive: false },
      /did not run/,
    ],
    ['of a step that was skipped', { node: skipped, mode: 'stderr', isLive: true }, /did not run/],
    ['of a step that runs', { node: running, mode: 'stdout', isLive: true }, /^No output yet\.$/],
    [
      'of a step that calls others for each item',
      { node: calling, mode: 'stdout', isLive: true },
      /Open a sub-run/,
    ],
    ['of a step that ended', { node: ended, mode: 'stdout', isLive: true }, /printed nothing\.$/],
    [
      'of the errors of a step that ended',
      { node: ended, mode: 'stderr', isLive: false },
      /printed nothing to stderr/,
    ],
    [
      'of all steps of a run that goes on',
      { node: undefined, mode: 'all', isLive: true },
      /No output yet/,
    ],
    ['of a run that ended', { node: undefined, mode: 'run', isLive: false }, /is empty/],
    ['of no step', { node: undefined, mode: 'stdout', isLive: false }, /^$/],
  ] as const)('%s says why', (_, log, words) => {
    expect(emptyLogWords(log)).toMatch(words);
  });
});
