import { runSteps } from '../../dag/run-steps.ts';
import type { TraceSpan } from '../../step-programs/otel/span-batch.ts';
import type { NodeRecord } from '../../storage/nodes.ts';
import { runSpan, stepSpanId, type RunTrace } from './run-trace.ts';
import type { RunState } from './run-state.ts';

type EndedRun = Pick<RunState, 'dag' | 'run' | 'nodes'>;

/** A run that has ended and the steps that ran in it, each a span. */
export function spansOf(state: EndedRun, trace: RunTrace): readonly TraceSpan[] {
  const { run, nodes } = state;
  const began = run.startedAt ?? run.createdAt;
  // A retry keeps steps of the attempt before, whose trace has them.
  const ran = nodes.filter(({ attempt, startedAt }) => attempt > 0 && (startedAt ?? 0) >= began);
  const failed = run.status === 'failed' || run.status === 'rejected';
  const whole: TraceSpan = {
    ...trace,
    name: run.dagName,
    startedAt: began,
    endedAt: run.finishedAt ?? began,
    attributes: {
      'dagwright.dag': run.dagName,
      'dagwright.run.id': run.runId,
      'dagwright.run.status': run.status,
      'dagwright.run.trigger': run.triggerType,
      'dagwright.run.attempt': run.attempt,
    },
    links: run.attempt > 1 ? [runSpan({ ...run, attempt: run.attempt - 1 })] : [],
    error: failed ? run.error : null,
  };
  return [whole, ...ran.map((node) => stepSpan(node, state, trace))];
}

function stepSpan(node: NodeRecord, { dag, run }: EndedRun, trace: RunTrace): TraceSpan {
  const { name, position, status, startedAt, finishedAt, exitCode, attempt, error } = node;
  const start = startedAt ?? 0;
  const failed = status === 'failed' || status === 'rejected';
  return {
    traceId: trace.traceId,
    spanId: stepSpanId(run, position),
    parentSpanId: trace.spanId,
    name,
    startedAt: start,
    endedAt: finishedAt ?? start,
    attributes: {
      'dagwright.step': name,
      'dagwright.step.type': runSteps(dag)[position]?.type ?? '',
      'dagwright.step.status': status,
      'dagwright.step.attempts': attempt,
      ...(exitCode !== null && { 'process.exit.code': exitCode }),
    },
    links: [],
    error: failed ? error : null,
  };
}
