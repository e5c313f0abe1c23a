import type { DryRun } from '../../contract/dag.ts';
import type { LoadResult } from '../../dag/definition.ts';
import { loadBase, loadDag } from '../../steps/load-dag.ts';
import { planDryRun } from '../prepare/dry-run.ts';
import type { DryRunJob, LoadJob } from './job.ts';

/** Reads a text and the base under it here and now. */
export function readHere({ text, base, ...options }: LoadJob): LoadResult {
  return loadDag(text, { ...options, base: base === null ? null : loadBase(base) });
}

/** Plans a dry run on this event loop. */
export function planHere({ options, known }: DryRunJob): Promise<DryRun> {
  return planDryRun({ ...options, knows: (name) => known.has(name) });
}
