import { describe, expect, it } from 'vitest';
import {
  isActiveRun,
  nodeStatuses,
  runStatuses,
  type NodeStatus,
} from '../../../engine/contract/status.ts';
import {
  checkNodeMove,
  checkRunMove,
  isNodeEnded,
  mayNodeBecome,
  mayRunBecome,
} from '../../../engine/dag/transitions.ts';

function reachable<S extends string>(from: S, all: readonly S[], may: (a: S, b: S) => boolean) {
  const found = new Set<S>([from]);
  for (const here of found) for (const to of all) if (may(here, to)) found.add(to);
  return found;
}

describe('the table of what a status may become', () => {
  it('lets every status be reached from the beginning', () => {
    expect(reachable('not_started', nodeStatuses, mayNodeBecome)).toEqual(new Set(nodeStatuses));
    const runs = new Set(runStatuses);
    expect(reachable('not_started', runStatuses, mayRunBecome)).toEqual(runs);
  });

  it('has no move from a status to itself', () => {
    expect(nodeStatuses.filter((status) => mayNodeBecome(status, status))).toEqual([]);
    expect(runStatuses.filter((status) => mayRunBecome(status, status))).toEqual([]);
  });

  it('never lets a run go back to before it ran', () => {
    const later = runStatuses.filter((status) => status !== 'not_started' && status !== 'queued');
    for (const status of later) {
      expect(mayRunBecome(status, 'not_started'), status).toBe(false);
      // An ended run may have to queue for its retry.
      expect(mayRunBecome(status, 'queued'), status).toBe(!isActiveRun(status));
    }
  });

  it('knows which nodes have ended', () => {
    const open: NodeStatus[] = ['not_started', 'running', 'waiting'];
    expect(nodeStatuses.filter((status) => !isNodeEnded(status)).sort()).toEqual(open.sort());
  });

  it('brings every ended node back to the start for a retry, and no other that has begun', () => {
    for (const status of nodeStatuses.filter(isNodeEnded)) {
      expect(mayNodeBecome(status, 'not_started'), status).toBe(true);
    }
    // One whose process had not begun when the engine quit is the exception.
    expect(mayNodeBecome('running', 'not_started')).toBe(true);
    expect(mayNodeBecome('waiting', 'not_started')).toBe(false);
  });

  it('lets a node that waits for a sub-DAG go on, and end in every way that a sub-DAG does', () => {
    expect(mayNodeBecome('running', 'waiting')).toBe(true);
    const after = nodeStatuses.filter((status) => mayNodeBecome('waiting', status));
    const ways = ['running', 'succeeded', 'partially_succeeded', 'failed', 'aborted', 'rejected'];
    expect(after.sort()).toEqual(ways.sort());
  });

  it('makes a wrong move a loud error that names it', () => {
    expect(() => checkNodeMove('load', 'succeeded', 'aborted')).toThrow(
      'Node load cannot go from succeeded to aborted',
    );
    expect(() => checkRunMove('running', 'queued')).toThrow(
      'A run cannot go from running to queued',
    );
    expect(() => checkNodeMove('load', 'running', 'failed')).not.toThrow();
    expect(() => checkRunMove('queued', 'running')).not.toThrow();
  });
});
