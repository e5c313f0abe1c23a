import type { CallEnd } from '../state/sub-runs.ts';
import { plainOutcome, type Outcome } from './execution.ts';

/** The JSON text that a calling step prints, and that is its output: the results in the order of the items. */
export function callResult(calls: readonly CallEnd[], parallel: boolean): string {
  const results = calls.map(({ name, dagRunId, params, outputs, status }) => ({
    name,
    dagRunId,
    params,
    outputs,
    status,
  }));
  if (!parallel) return JSON.stringify(results[0] ?? {});
  const good = calls.filter(isGood);
  return JSON.stringify({
    summary: {
      total: calls.length,
      succeeded: good.length,
      failed: calls.filter((call) => !isGood(call) && !call.unmet).length,
    },
    results,
    outputs: good.map(({ outputs }) => outputs),
  });
}

/**
 * The status of a calling step: that of its run, or what the runs of all its items come to. A run whose preconditions
 * were not met counts as skipped.
 */
export function callOutcome(calls: readonly CallEnd[], parallel: boolean): Outcome {
  const bad = calls.filter((call) => !isGood(call) && !call.unmet);
  const [first] = bad;
  if (first !== undefined) {
    const status = !parallel && first.status === 'rejected' ? 'rejected' : 'failed';
    return plainOutcome(status, { exitCode: 1, error: badEnd(bad, calls.length) });
  }
  if (calls.length > 0 && calls.every(({ unmet }) => unmet)) {
    return plainOutcome('skipped', { error: calls[0]?.error ?? '' });
  }
  const isPartial = calls.some(({ status }) => status === 'partially_succeeded');
  return plainOutcome(isPartial ? 'partially_succeeded' : 'succeeded', { exitCode: 0 });
}

function isGood({ status }: CallEnd): boolean {
  return status === 'succeeded' || status === 'partially_succeeded';
}

const MAX_NAMED = 5;

function badEnd(bad: readonly CallEnd[], total: number): string {
  const lines = bad.slice(0, MAX_NAMED).map(describe);
  if (total === 1) return lines[0] ?? '';
  const more = bad.length > MAX_NAMED ? [`and ${bad.length - MAX_NAMED} more`] : [];
  return [`${bad.length} of ${total} calls did not succeed`, ...lines, ...more].join('\n');
}

function describe({ name, dagRunId, status, error }: CallEnd): string {
  const run = dagRunId === '' ? `the call of ${name}` : `sub-run ${dagRunId} of ${name}`;
  const reason = error.split('\n')[0] ?? '';
  return `${run} ${status === 'not_started' ? 'failed' : status}${reason === '' ? '' : `: ${reason}`}`;
}
