import type { OperationHandlers } from '../../../contract/operations.ts';
import { callRows } from '../../../storage/calls.ts';
import { nodesOf } from '../../../storage/nodes.ts';
import { approve, reject } from './decide.ts';
import { AnswerSize } from '../../answer-size.ts';
import { requireRun, requireSubRun } from '../../find.ts';
import type { EngineServices } from '../../engine-services.ts';
import { toSubRun } from '../../present-run.ts';
import {
  messagesOf,
  outputsOf,
  runLogFileOf,
  runLogOf,
  specOf,
  stepLogFileOf,
  stepLogOf,
} from './run-parts.ts';
import { readDetail } from '../../run-views.ts';
import { setStepStatus } from './set-step-status.ts';

type Name =
  | 'subRuns.list'
  | 'subRuns.get'
  | 'subRuns.spec'
  | 'subRuns.outputs'
  | 'subRuns.log'
  | 'subRuns.stepLog'
  | 'subRuns.stepMessages'
  | 'subRuns.downloadLog'
  | 'subRuns.downloadStepLog'
  | 'subRuns.setStepStatus'
  | 'subRuns.approve'
  | 'subRuns.reject';

/** Runs by the run that called them. */
export function subRunHandlers(services: EngineServices): Pick<OperationHandlers, Name> {
  const { db } = services;
  return {
    'subRuns.list': ({ name, dagRunId }) => {
      const run = requireRun(services, name, dagRunId);
      const nodes = nodesOf(db, run.id);
      const seen = new Set<string>();
      const size = new AnswerSize();
      const subRuns = callRows(db, run.id).flatMap((call) => {
        // Attempts of one step share the runs that succeeded.
        if (call.runId === null || seen.has(call.runId)) return [];
        seen.add(call.runId);
        return [size.add({ ...toSubRun(call), stepName: nodes[call.position]?.name ?? '' })];
      });
      return { subRuns };
    },
    'subRuns.get': async (input) => ({
      dagRun: await readDetail(services, requireSubRun(services, input)),
    }),
    'subRuns.spec': async (input) => ({
      spec: await specOf(services, requireSubRun(services, input)),
    }),
    'subRuns.outputs': (input) => outputsOf(services, requireSubRun(services, input)),
    'subRuns.log': (input) => runLogOf(requireSubRun(services, input), input),
    'subRuns.stepLog': (input) => stepLogOf(services, requireSubRun(services, input), input),
    'subRuns.stepMessages': (input) => messagesOf(services, requireSubRun(services, input), input),
    'subRuns.downloadLog': (input) => runLogFileOf(requireSubRun(services, input)),
    'subRuns.downloadStepLog': (input) =>
      stepLogFileOf(services, requireSubRun(services, input), input),
    'subRuns.setStepStatus': async (input) => {
      await setStepStatus(services, requireSubRun(services, input), input);
    },
    'subRuns.approve': async (input, caller) => {
      const { subDAGRunId } = input;
      const run = requireSubRun(services, input);
      return {
        ...(await approve(services, run, { ...input, caller })),
        dagRunId: input.dagRunId,
        subDAGRunId,
      };
    },
    'subRuns.reject': async (input, caller) => {
      const { subDAGRunId } = input;
      const run = requireSubRun(services, input);
      return {
        ...(await reject(services, run, { ...input, caller })),
        dagRunId: input.dagRunId,
        subDAGRunId,
      };
    },
  };
}
