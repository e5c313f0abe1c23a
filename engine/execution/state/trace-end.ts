import { spansOf } from './run-spans.ts';
import type { RunServices } from './run-services.ts';

/** Hands out the trace of a run that has ended, where its DAG wants one. */
export function traceEnd({ state, vault, trace, traced }: RunServices): void {
  const place = trace();
  if (place !== null) traced({ state, vault: vault(), spans: spansOf(state, place) });
}
