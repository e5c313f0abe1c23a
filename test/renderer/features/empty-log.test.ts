import { describe, expect, it } from 'vitest';
import { emptyLogWords } from '../../../renderer/features/runs/empty-log.ts';
import type { LogMode } from '../../../renderer/features/runs/log-source.ts';
import { aNode } from '../support/run-fixtures.ts';

const skipped = aNode('load', 0, { status: 'skipped', from: 0, to: 0, changes: { attempts: 0 } });
const idle = aNode('load', 0, { changes: { attempts: 0 } });
const running = aNode('load', 0, { status: 'running', from: 0, changes: { attempts: 1 } });
const ended = aNode('load', 0, { status: 'succeeded', from: 0, to: 1, changes: { attempts: 1 } });
const items = { items: ['a', 'b'], variable: '', maxConcurrent: 2 };
const calling = { ...running, step: { ...running.step, run: 'sub', parallel: items } };

describe('a log without lines', () => {
  it.each([
    ['of a step before its turn', idle, 'stdout', true, /has not started yet/],
    ['of a step that never had its turn', idle, 'stdout', false, /did not run/],
    ['of a step that was skipped', skipped, 'stderr', true, /did not run/],
    ['of a step that runs', running, 'stdout', true, /^No output yet\.$/],
    ['of a step that calls others for each item', calling, 'stdout', true, /Open a sub-run/],
    ['of a step that ended', ended, 'stdout', true, /printed nothing\.$/],
    ['of the errors of a step that ended', ended, 'stderr', false, /printed nothing to stderr/],
    ['of all steps of a run that goes on', undefined, 'all', true, /No output yet/],
    ['of a run that ended', undefined, 'run', false, /is empty/],
    ['of no step', undefined, 'stdout', false, /^$/],
  ] as const)('%s says why', (_, node, mode: LogMode, isLive, words) => {
    expect(emptyLogWords({ mode, node, isLive })).toMatch(words);
  });
});
