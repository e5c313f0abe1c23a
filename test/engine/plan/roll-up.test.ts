import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nodeStatuses,
  runStatuses,
  type NodeStatus,
  type RunStatus,
} from '../../../engine/contract/status.ts';
import { handlerNames } from '../../../engine/dag/definition.ts';
import {
  rollUp,
  withHandlers,
  type CutShort,
  type HandlerFacts,
} from '../../../engine/dag/roll-up.ts';

interface Node {
  readonly status: NodeStatus;
  readonly continued: boolean;
}

const nodesOf = (...words: readonly (NodeStatus | 'continued')[]): Node[] =>
  words.map((word) => ({
    status: word === 'continued' ? 'failed' : word,
    continued: word === 'continued',
  }));

/** Every status, and a failure that is continued; for others the permission means nothing here. */
const kinds: readonly Node[] = nodeStatuses.flatMap((status) => [
  { status, continued: false },
  { status, continued: true },
]);

const isWord =
  (...words: readonly string[]) =>
  ({ status, continued }: Node) =>
    words.includes(status === 'failed' && continued ? 'continued' : status);
const isDone = isWord('succeeded', 'partially_succeeded', 'skipped');

const isBefore = (cut: CutShort): boolean => cut === 'init' || cut === 'precondition';

/** The rules in the order in which they count; the first that applies gives the status. */
const rules: readonly (readonly [RunStatus, (nodes: readonly Node[], cut: CutShort) => boolean])[] =
  [
    ['failed', (_, cut) => cut === 'setup'],
    ['failed', (nodes, cut) => cut === 'timeout' && !nodes.every(isDone)],
    ['aborted', (nodes, cut) => isBefore(cut) && nodes.length === 0],
    ['aborted', (nodes, cut) => (isBefore(cut) || cut === 'stop') && !nodes.every(isDone)],
    ['running', (nodes) => nodes.some(isWord('running'))],
    ['running', (nodes) => nodes.some(isWord('not_started')) && !nodes.some(isWord('waiting'))],
    ['rejected', (nodes) => nodes.some(isWord('rejected'))],
    ['waiting', (nodes) => nodes.some(isWord('waiting'))],
    ['failed', (nodes) => nodes.some(isWord('failed', 'aborted'))],
    ['failed', (nodes) => nodes.every(isWord('continued', 'skipped')) && !nodes.every(isDone)],
    ['partially_succeeded', (nodes) => nodes.some(isWord('continued', 'partially_succeeded'))],
    ['succeeded', () => true],
  ];

const byRules = (nodes: readonly Node[], cut: CutShort): RunStatus | undefined =>
  rules.find(([, applies]) => applies(nodes, cut))?.[0];

const cuts: readonly CutShort[] = [null, 'stop', 'timeout', 'setup', 'init', 'precondition'];

describe('the roll-up of nodes', () => {
  it('follows the rules for every pair of nodes and every way to be cut short', () => {
    for (const cut of cuts) {
      for (const one of kinds) {
        for (const other of kinds) {
          const nodes = [one, other];
          expect(rollUp(nodes, cut), `${JSON.stringify(nodes)} ${cut}`).toBe(byRules(nodes, cut));
        }
      }
    }
  });

  it('follows the rules for many nodes, in whatever order', () => {
    const nodes = fc.array(fc.constantFrom(...kinds), { maxLength: 30 });
    fc.assert(
      fc.property(nodes, fc.constantFrom(...cuts), (some, cut) => {
        expect(rollUp(some, cut)).toBe(byRules(some, cut));
        expect(rollUp([...some].reverse(), cut)).toBe(rollUp(some, cut));
      }),
    );
  });

  it('follows the rules for ended nodes alone', () => {
    const ended = kinds.filter(({ status }) =>
      ['succeeded', 'partially_succeeded', 'skipped', 'failed'].includes(status),
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ended), { maxLength: 6 }), (some) => {
        expect(rollUp(some, null)).toBe(byRules(some, null));
      }),
    );
  });

  it.each<{ nodes: Node[]; cut: CutShort; status: RunStatus }>([
    { nodes: [], cut: null, status: 'succeeded' },
    { nodes: nodesOf('skipped', 'skipped'), cut: null, status: 'succeeded' },
    { nodes: nodesOf('succeeded', 'succeeded'), cut: 'stop', status: 'succeeded' },
    { nodes: nodesOf('succeeded', 'not_started'), cut: 'stop', status: 'aborted' },
    { nodes: nodesOf('failed', 'aborted'), cut: 'stop', status: 'aborted' },
    { nodes: nodesOf('continued', 'succeeded'), cut: 'stop', status: 'aborted' },
    { nodes: nodesOf('waiting'), cut: 'stop', status: 'aborted' },
    { nodes: nodesOf('succeeded', 'skipped'), cut: 'timeout', status: 'succeeded' },
    { nodes: nodesOf('succeeded', 'aborted'), cut: 'timeout', status: 'failed' },
    { nodes: nodesOf('succeeded', 'continued'), cut: 'timeout', status: 'failed' },
    { nodes: nodesOf('not_started'), cut: 'setup', status: 'failed' },
    { nodes: nodesOf('not_started'), cut: 'precondition', status: 'aborted' },
    { nodes: nodesOf('succeeded', 'not_started'), cut: 'precondition', status: 'aborted' },
    { nodes: nodesOf('succeeded', 'skipped'), cut: 'precondition', status: 'succeeded' },
    { nodes: nodesOf('succeeded'), cut: 'init', status: 'succeeded' },
    { nodes: nodesOf('succeeded'), cut: 'setup', status: 'failed' },
    { nodes: [], cut: 'init', status: 'aborted' },
    { nodes: nodesOf('rejected', 'running'), cut: null, status: 'running' },
    { nodes: nodesOf('failed', 'rejected', 'aborted'), cut: null, status: 'rejected' },
    { nodes: nodesOf('rejected', 'waiting'), cut: null, status: 'rejected' },
    { nodes: nodesOf('waiting', 'not_started'), cut: null, status: 'waiting' },
    { nodes: nodesOf('waiting', 'running'), cut: null, status: 'running' },
    { nodes: nodesOf('succeeded', 'not_started'), cut: null, status: 'running' },
    { nodes: nodesOf('continued'), cut: null, status: 'failed' },
    { nodes: nodesOf('continued', 'skipped'), cut: null, status: 'failed' },
    { nodes: nodesOf('succeeded', 'continued'), cut: null, status: 'partially_succeeded' },
    { nodes: nodesOf('succeeded', 'continued', 'failed'), cut: null, status: 'failed' },
    { nodes: nodesOf('succeeded', 'continued', 'aborted'), cut: null, status: 'failed' },
    { nodes: nodesOf('partially_succeeded'), cut: null, status: 'partially_succeeded' },
    { nodes: nodesOf('partially_succeeded', 'skipped'), cut: null, status: 'partially_succeeded' },
    {
      nodes: nodesOf('partially_succeeded', 'continued'),
      cut: null,
      status: 'partially_succeeded',
    },
    { nodes: nodesOf('partially_succeeded', 'failed'), cut: null, status: 'failed' },
    { nodes: nodesOf('aborted', 'succeeded'), cut: null, status: 'failed' },
  ])('of $nodes, cut short by $cut, is $status', ({ nodes, cut, status }) => {
    expect(rollUp(nodes, cut)).toBe(status);
  });
});

describe('the status of a run after its handlers', () => {
  const handler = (
    name: HandlerFacts['name'],
    status: NodeStatus,
    continued = false,
  ): HandlerFacts => ({ name, status, continued });

  it.each<{ handlers: HandlerFacts[]; from: RunStatus; to: RunStatus }>([
    { handlers: [], from: 'succeeded', to: 'succeeded' },
    { handlers: [handler('success', 'succeeded')], from: 'succeeded', to: 'succeeded' },
    { handlers: [handler('success', 'skipped')], from: 'succeeded', to: 'succeeded' },
    { handlers: [handler('success', 'failed')], from: 'succeeded', to: 'failed' },
    { handlers: [handler('exit', 'failed')], from: 'succeeded', to: 'failed' },
    { handlers: [handler('exit', 'failed')], from: 'partially_succeeded', to: 'failed' },
    { handlers: [handler('exit', 'failed', true)], from: 'succeeded', to: 'succeeded' },
    { handlers: [handler('success', 'rejected')], from: 'succeeded', to: 'failed' },
    { handlers: [handler('exit', 'rejected')], from: 'partially_succeeded', to: 'failed' },
    { handlers: [handler('wait', 'rejected')], from: 'succeeded', to: 'succeeded' },
    { handlers: [handler('wait', 'failed')], from: 'succeeded', to: 'succeeded' },
    { handlers: [handler('exit', 'aborted')], from: 'succeeded', to: 'aborted' },
    { handlers: [handler('exit', 'aborted')], from: 'partially_succeeded', to: 'aborted' },
    {
      handlers: [handler('success', 'failed'), handler('exit', 'aborted')],
      from: 'succeeded',
      to: 'failed',
    },
    { handlers: [handler('exit', 'failed')], from: 'aborted', to: 'aborted' },
    { handlers: [handler('exit', 'failed')], from: 'rejected', to: 'rejected' },
  ])('is $to after $from and $handlers', ({ handlers, from, to }) => {
    expect(withHandlers(from, handlers)).toBe(to);
  });

  it('is never better than before, and a run that did not succeed stays as it is', () => {
    const aHandler = fc.record({
      name: fc.constantFrom(...handlerNames),
      status: fc.constantFrom(...nodeStatuses),
      continued: fc.boolean(),
    });
    const good = ['succeeded', 'partially_succeeded'];
    fc.assert(
      fc.property(fc.constantFrom(...runStatuses), fc.array(aHandler), (status, handlers) => {
        const after = withHandlers(status, handlers);

        if (!good.includes(status)) expect(after).toBe(status);
        expect([status, 'failed', 'aborted']).toContain(after);
      }),
    );
  });
});
