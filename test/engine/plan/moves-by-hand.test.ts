import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isActiveRun, nodeStatuses, type NodeStatus } from '../../../engine/contract/status.ts';
import { handlerNames } from '../../../engine/dag/definition.ts';
import { rollUp, withHandlers, type CutShort } from '../../../engine/dag/roll-up.ts';
import { isNodeEnded, mayRunBecome } from '../../../engine/dag/transitions.ts';

const cuts: readonly CutShort[] = [null, 'stop', 'timeout', 'setup', 'init', 'precondition'];
/** One that never began is left by what ended the run before. */
const ended = nodeStatuses.filter((status) => isNodeEnded(status) || status === 'not_started');

const facts = fc.record({ status: fc.constantFrom(...ended), continued: fc.boolean() });
const byHand = fc.record({
  status: fc.constantFrom<NodeStatus>('succeeded', 'failed'),
  continued: fc.boolean(),
});
const aRun = fc.record({
  steps: fc.array(facts, { minLength: 1, maxLength: 5 }),
  handlers: fc.array(facts, { maxLength: handlerNames.length }),
  cut: fc.constantFrom(...cuts),
});

type ARun = typeof aRun extends fc.Arbitrary<infer T> ? T : never;

function statusOf({ steps, handlers, cut }: ARun) {
  const named = handlers.map((one, index) => ({ ...one, name: handlerNames[index] ?? 'exit' }));
  return withHandlers(rollUp(steps, cut), named);
}

describe('a node of an ended run that is set by hand', () => {
  it('makes no move of the run that the table does not have', () => {
    fc.assert(
      fc.property(aRun, fc.nat(), byHand, (run, choice, set) => {
        const from = statusOf(run);
        fc.pre(!isActiveRun(from));
        const at = choice % (run.steps.length + run.handlers.length);
        const to = statusOf({
          ...run,
          steps: run.steps.map((node, index) => (index === at ? set : node)),
          handlers: run.handlers.map((node, index) =>
            index + run.steps.length === at ? set : node,
          ),
        });

        // Steps that never began keep a run from having ended otherwise; then it stays what it was.
        const isMove = to !== from && to !== 'running';
        expect(!isMove || mayRunBecome(from, to), `${from} to ${to}`).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
