import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeStatuses, type NodeStatus, type RunStatus } from '../../../engine/contract/status.ts';
import { rollUp, type CutShort } from '../../../engine/dag/roll-up.ts';

/** The rules in the order in which they count; the first that applies gives the status. */
const rules: readonly (readonly [
  RunStatus,
  (nodes: readonly NodeStatus[], cut: CutShort) => boolean,
])[] = [
  ['failed', (_, cut) => cut === 'timeout'],
  ['aborted', (nodes, cut) => cut === 'stop' && nodes.some((node) => !done.has(node))],
  ['running', (nodes) => nodes.some((node) => node === 'running' || node === 'not_started')],
  ['rejected', (nodes) => nodes.includes('rejected')],
  ['waiting', (nodes) => nodes.includes('waiting')],
  ['failed', (nodes) => nodes.includes('failed') || nodes.includes('aborted')],
  ['partially_succeeded', (nodes) => nodes.includes('partially_succeeded')],
  ['succeeded', () => true],
];
const done = new Set<NodeStatus>(['succeeded', 'partially_succeeded', 'skipped']);

const byRules = (nodes: readonly NodeStatus[], cut: CutShort): RunStatus | undefined =>
  rules.find(([, applies]) => applies(nodes, cut))?.[0];

const cuts: readonly CutShort[] = [null, 'stop', 'timeout'];

describe('the roll-up of nodes', () => {
  it('follows the rules for every pair of nodes and every way to be cut short', () => {
    for (const cut of cuts) {
      for (const one of nodeStatuses) {
        for (const other of nodeStatuses) {
          const nodes = [one, other];
          expect(rollUp(nodes, cut), `${nodes} ${cut}`).toBe(byRules(nodes, cut));
        }
      }
    }
  });

  it('follows the rules for many nodes, in whatever order', () => {
    const nodes = fc.array(fc.constantFrom(...nodeStatuses), { maxLength: 30 });
    fc.assert(
      fc.property(nodes, fc.constantFrom(...cuts), (some, cut) => {
        expect(rollUp(some, cut)).toBe(byRules(some, cut));
        expect(rollUp([...some].reverse(), cut)).toBe(rollUp(some, cut));
      }),
    );
  });

  it.each<{ nodes: NodeStatus[]; cut: CutShort; status: RunStatus }>([
    { nodes: [], cut: null, status: 'succeeded' },
    { nodes: ['skipped', 'skipped'], cut: null, status: 'succeeded' },
    { nodes: ['succeeded', 'succeeded'], cut: 'stop', status: 'succeeded' },
    { nodes: ['succeeded', 'not_started'], cut: 'stop', status: 'aborted' },
    { nodes: ['failed', 'aborted'], cut: 'stop', status: 'aborted' },
    { nodes: ['succeeded'], cut: 'timeout', status: 'failed' },
    { nodes: ['failed', 'rejected'], cut: null, status: 'rejected' },
    { nodes: ['partially_succeeded', 'skipped'], cut: null, status: 'partially_succeeded' },
    { nodes: ['partially_succeeded', 'failed'], cut: null, status: 'failed' },
    { nodes: ['aborted', 'succeeded'], cut: null, status: 'failed' },
  ])('of $nodes, cut short by $cut, is $status', ({ nodes, cut, status }) => {
    expect(rollUp(nodes, cut)).toBe(status);
  });
});
