import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { EventListener } from '../contract/events.ts';
import type { Clock } from '../lib/clock.ts';
import { watchNames } from '../platform/watch-folder.ts';
import type { Database } from '../storage/database.ts';
import { nodesOf } from '../storage/nodes.ts';
import { findRun, type RunRecord } from '../storage/runs.ts';

const THROTTLE_MS = 100;

export interface LogFollowing {
  /** Called after a change of the run: its logs may be there only now. */
  readonly lookAgain: () => void;
  readonly end: () => void;
}

interface FollowedRun {
  readonly record: RunRecord;
  readonly endWatch: () => void;
}

/** Tells a listener which logs of one run grow, each at most ten times a second. */
export function followLogs(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  run: { readonly name: string; readonly dagRunId: string },
  listener: EventListener,
): LogFollowing {
  const pending = new Map<string, () => void>();
  let isOver = false;
  let followed = follow();

  function follow(): FollowedRun | null {
    const record = findRun(db, run.name, run.dagRunId);
    if (record === undefined) return null;
    try {
      return { record, endWatch: watchNames(record.logFolder, grew) };
    } catch (error) {
      // Of a queued run they are not there yet, of an old one not any more.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }
  function grew(file: string): void {
    if (pending.has(file)) return;
    pending.set(
      file,
      clock.after(THROTTLE_MS, () => {
        pending.delete(file);
        for (const log of logsOf(file)) listener({ type: 'log.appended', ...run, ...log });
      }),
    );
  }
  function logsOf(file: string): { stepName: string; stream: 'stdout' | 'stderr' }[] {
    if (file === 'run.log') return [{ stepName: '', stream: 'stdout' }];
    for (const node of followed === null ? [] : nodesOf(db, followed.record.id)) {
      if (basename(node.stdout) === file) return [{ stepName: node.name, stream: 'stdout' }];
      if (basename(node.stderr) === file) return [{ stepName: node.name, stream: 'stderr' }];
    }
    return [];
  }

  return {
    lookAgain: () => {
      if (isOver || followed !== null) return;
      followed = follow();
      // What was written before the watch began was told to nobody.
      if (followed !== null) readdirSync(followed.record.logFolder).forEach(grew);
    },
    end: () => {
      isOver = true;
      followed?.endWatch();
      for (const cancel of pending.values()) cancel();
    },
  };
}
