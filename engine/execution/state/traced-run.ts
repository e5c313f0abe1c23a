import type { TraceSpan } from '../../step-programs/otel/span-batch.ts';
import type { RunState } from './run-state.ts';
import type { Vault } from './vault.ts';

/** A run that has ended, as far as its trace is concerned. */
export interface TracedRun {
  readonly state: RunState;
  readonly vault: Vault;
  readonly spans: readonly TraceSpan[];
}
