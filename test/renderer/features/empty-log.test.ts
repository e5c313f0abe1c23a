import { describe, expect, it } from 'vitest';
import { emptyLogWords } from '../../../renderer/features/runs/log/empty-log.ts';
import { aNode } from '../support/run-fixtures.ts';

const skipped = aNode('load', 0, { status: 'skipped', from: 0, to: 0, changes: { attempts: 0 } });
const idle = aNode('load', 0, { changes: { attempts: 0 } });
const running = aNode('load', 0, { status: 'running', from: 0, changes: { attempts: 1 } });
const ended = aNode('load', 0, { status: 'succeeded', from: 0, to: 1, changes: { attempts: 1 } });
const left = { ...ended, facts: [{ name: 'ended', value: 'sleep 9.' }] };
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
      'of a step whose program ended with it',
      { node: left, mode: 'stdout', isLive: false },
      /printed nothing\. Programs that it left running ended with it: sleep 9\.$/,
    ],
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
    expect(emptyLogWords({ ...log, now: Date.parse(running.startedAt) })).toMatch(words);
  });

  const python = (changes: Partial<typeof running.step>, seconds = 11) => {
    const node = { ...running, step: { ...running.step, ...changes } };
    const now = Date.parse(running.startedAt) + seconds * 1000;
    return emptyLogWords({ node, mode: 'stdout', isLive: true, now });
  };

  it.each([
    [{ commands: ['cd x && python3 train.py'] }],
    [{ commands: ['/usr/bin/python3.12 a.py'] }],
    [{ shell: ['python3'], commands: ['print(1)'] }],
    [{ commands: [], script: '#!/usr/bin/env python3\nprint(1)' }],
  ])('of a step that runs Python for long names the variable that shows it at once', (changes) => {
    expect(python(changes)).toContain('PYTHONUNBUFFERED');
    expect(python(changes, 5)).toBe('No output yet.');
  });

  it.each([
    [{ commands: ['python3 -u a.py'] }],
    [{ commands: ['PYTHONUNBUFFERED=1 python3 a.py'] }],
    [{ commands: ['python3 a.py'], env: ['PYTHONUNBUFFERED=1'] }],
    [{ commands: ['echo about python3.txt'] }],
    [{ commands: ['sleep 100'] }],
  ])('does not name it where it would show nothing more', (changes) => {
    expect(python(changes)).toBe('No output yet.');
  });
});
