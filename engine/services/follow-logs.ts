import { basename } from 'node:path';
import type { EventListener } from '../contract/events.ts';
import type { Clock } from '../lib/clock.ts';
import { watchNames } from '../platform/watch-folder.ts';
import type { Database } from '../storage/database.ts';
import { nodesOf } from '../storage/nodes.ts';
import { findRun } from '../storage/runs.ts';

const THROTTLE_MS = 100;

/** Tells a listener which logs of one run grow, each at most ten times a second. Returns the way to end it. */
export function followLogs(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  run: { readonly name: string; readonly dagRunId: string },
  listener: EventListener,
): () => void {
  const record = findRun(db, run.name, run.dagRunId);
  if (record === undefined) return () => undefined;
  const pending = new Map<string, () => void>();
  let close: () => void;
  try {
    close = watchNames(record.logFolder, grew);
  } catch (error) {
    // An old run whose logs are gone: nothing will grow.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return () => undefined;
    throw error;
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
    for (const node of record === undefined ? [] : nodesOf(db, record.id)) {
      if (basename(node.stdout) === file) return [{ stepName: node.name, stream: 'stdout' }];
      if (basename(node.stderr) === file) return [{ stepName: node.name, stream: 'stderr' }];
    }
    return [];
  }

  return () => {
    close();
    for (const cancel of pending.values()) cancel();
  };
}
