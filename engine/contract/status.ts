import { z } from 'zod';

/**
 * The words and numbers of statuses (interface specification, "Run status values"; waiting and rejected as 7 and 8).
 * Runs and nodes share one table but for 5: a run is `queued`, a node is `skipped`.
 */
const shared = {
  not_started: 0,
  running: 1,
  failed: 2,
  aborted: 3,
  succeeded: 4,
  partially_succeeded: 6,
  waiting: 7,
  rejected: 8,
} as const;

export const runStatusCodes = { ...shared, queued: 5 } as const;
export const nodeStatusCodes = { ...shared, skipped: 5 } as const;

export type RunStatus = keyof typeof runStatusCodes;
export type NodeStatus = keyof typeof nodeStatusCodes;

// Object.keys forgets its keys' type; both objects are closed.
export const runStatuses = Object.keys(runStatusCodes) as [RunStatus, ...RunStatus[]];
export const nodeStatuses = Object.keys(nodeStatusCodes) as [NodeStatus, ...NodeStatus[]];

export const triggerTypes = [
  'scheduler',
  'manual',
  'webhook',
  'subdag',
  'retry',
  'catchup',
] as const;
export type TriggerType = (typeof triggerTypes)[number];

/** A run that holds its DAG: singleton starts, renames and the like look at these. */
const activeRunStatuses = ['running', 'queued', 'waiting'] as const satisfies readonly RunStatus[];

const runStatusByCode = new Map<number, RunStatus>(
  runStatuses.map((status) => [runStatusCodes[status], status]),
);

/** The run status of a number, or undefined for a number that is none. */
export function runStatusOf(code: number): RunStatus | undefined {
  return runStatusByCode.get(code);
}

/** Whether a run of this status may still change by itself: it is queued, running or waiting. */
export function isActiveRun(status: RunStatus): boolean {
  return (activeRunStatuses as readonly RunStatus[]).includes(status);
}

export const statusCodeSchema = z
  .int()
  .min(0)
  .max(8)
  .describe('Status number: see the table of run and node statuses.');
