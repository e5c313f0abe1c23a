import { hash } from 'node:crypto';
import type { SpanId } from '../../step-programs/otel/span-batch.ts';
import type { RunRecord } from '../../storage/runs.ts';

/** Where a run stands in a trace. */
export interface RunTrace extends SpanId {
  /** Span of the step that called it; null: it begins the trace. */
  readonly parentSpanId: string | null;
}

/** The step that called a run, which is traced as well. */
export interface TracedCaller {
  readonly trace: RunTrace;
  readonly run: TracedRecord;
  readonly position: number;
}

/** What names an attempt of a run for good. */
type TracedRecord = Pick<RunRecord, 'key' | 'attempt'>;

/** Ids follow from what names a run, so that every engine that drives it finds the same ones and none is stored. */
export function runTrace(run: TracedRecord, caller: TracedCaller | null): RunTrace {
  const own = runSpan(run);
  if (caller === null) return { ...own, parentSpanId: null };
  return {
    traceId: caller.trace.traceId,
    spanId: own.spanId,
    parentSpanId: stepSpanId(caller.run, caller.position),
  };
}

/** The span of a run that begins a trace. */
export function runSpan({ key, attempt }: TracedRecord): SpanId {
  const digits = hash('sha256', `run ${key} ${attempt}`);
  return { traceId: digits.slice(0, 32), spanId: digits.slice(32, 48) };
}

/** 16 digits, the same whenever it is asked for: an attempt of a run has one for each position of its plan. */
export function stepSpanId({ key, attempt }: TracedRecord, position: number): string {
  return hash('sha256', `step ${key} ${attempt} ${position}`).slice(0, 16);
}

/** What tells a program its place in the trace (W3C Trace Context, "traceparent"). */
export function traceParent({ traceId }: RunTrace, run: TracedRecord, position: number): string {
  return `00-${traceId}-${stepSpanId(run, position)}-01`;
}
