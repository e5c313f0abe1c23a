import type { OperationHandlers } from '../../../contract/operations.ts';
import { callRows } from '../../../storage/calls.ts';
import { nodesOf } from '../../../storage/nodes.ts';
import { approve, reject } from './decide.ts';
import { requireRun, requireSubRun } from '../../find.ts';
import type { Parts } from '../../parts.ts';
import { toSubRun } from '../../present-run.ts';
import {
  outputsOf,
  runLogFileOf,
  runLogOf,
  specOf,
  stepLogFileOf,
  stepLogOf,
} from './run-parts.ts';
import { detailOf } from '../../run-views.ts';
import { setStepStatus } from './set-step-status.ts';

type Name =
  | 'subRuns.list'
  | 'subRuns.get'
  | 'subRuns.spec'
  | 'subRuns.outputs'
  | 'subRuns.log'
  | 'subRuns.stepLog'
  | 'subRuns.downloadLog'
  | 'subRuns.downloadStepLog'
  | 'subRuns.setStepStatus'
  | 'subRuns.approve'
  | 'subRuns.reject';

/** Runs by the run that called them. */
export function subRunHandlers(parts: Parts): Pick<OperationHandlers, Name> {
  const { db, definitions } = parts;
  return {
    'subRuns.list': ({ name, dagRunId }) => {
      const run = requireRun(parts, name, dagRunId);
      const nodes = nodesOf(db, run.id);
      const seen = new Set<string>();
      const subRuns = callRows(db, run.id).flatMap((call) => {
        // Attempts of one step share the runs that succeeded.
        if (call.runId === null || seen.has(call.runId)) return [];
        seen.add(call.runId);
        return [{ ...toSubRun(call), stepName: nodes[call.position]?.name ?? '' }];
      });
      return { subRuns };
    },
    'subRuns.get': (input) => ({ dagRun: detailOf(db, definitions, requireSubRun(parts, input)) }),
    'subRuns.spec': (input) => ({ spec: specOf(parts, requireSubRun(parts, input)) }),
    'subRuns.outputs': (input) => outputsOf(parts, requireSubRun(parts, input)),
    'subRuns.log': (input) => runLogOf(requireSubRun(parts, input), input),
    'subRuns.stepLog': (input) => stepLogOf(parts, requireSubRun(parts, input), input),
    'subRuns.downloadLog': (input) => runLogFileOf(requireSubRun(parts, input)),
    'subRuns.downloadStepLog': (input) => stepLogFileOf(parts, requireSubRun(parts, input), input),
    'subRuns.setStepStatus': async (input) => {
      await setStepStatus(parts, requireSubRun(parts, input), input);
    },
    'subRuns.approve': async (input, caller) => {
      const { subDAGRunId } = input;
      const run = requireSubRun(parts, input);
      return {
        ...(await approve(parts, run, { ...input, caller })),
        dagRunId: input.dagRunId,
        subDAGRunId,
      };
    },
    'subRuns.reject': async (input, caller) => {
      const { subDAGRunId } = input;
      const run = requireSubRun(parts, input);
      return {
        ...(await reject(parts, run, { ...input, caller })),
        dagRunId: input.dagRunId,
        subDAGRunId,
      };
    },
  };
}
