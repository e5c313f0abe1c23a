import type { Config } from '../../config/config.ts';
import type { AuditEntry } from '../../contract/auth.ts';
import { type Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { insertAudit, type AuditRow } from '../../storage/audit.ts';
import type { WriteQueue } from '../../storage/write-queue.ts';
import { RefusalGate } from './refusal-gate.ts';

export type NewAuditEntry = Omit<AuditEntry, 'id' | 'at'>;

/** Keeps who changed what, and who was refused. */
export interface Audit {
  /**
   * Notes something. It is written with whatever else this turn of the event loop writes, and nobody waits for it: a disk
   * that takes no log must not keep back the answer to what has been done. It is written as soon as the disk takes it.
   */
  readonly record: (entry: NewAuditEntry) => void;
  /** Writes what was only counted so far. */
  readonly stop: () => void;
}

export interface AuditOptions {
  readonly config: Pick<Config, 'audit'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly writes: WriteQueue;
}

/** Lines that wait for a disk; what comes then is lost, and the log of the engine says so. */
const MAX_WAITING = 10_000;

/** Keeps what was done and, up to a rate, what was refused; nothing of both while the setting is off. */
export function createAudit({ config, clock, log, writes }: AuditOptions): Audit {
  const keep = createKeep(writes, log);
  const add = (entry: NewAuditEntry): void => keep({ ...entry, at: clock.now() });
  // Whoever is nobody must not be able to crowd out those who are somebody.
  const [known, unknown] = ['by known callers', 'by unknown callers'].map(
    (whose) => new RefusalGate({ clock, counted: (kept) => add(countOf(kept, whose)) }),
  );
  return {
    record: (entry) => {
      if (!config.audit.enabled) return;
      const gate = entry.actorKind === 'nobody' ? unknown : known;
      if (entry.outcome === 'done' || gate?.passes()) add(entry);
    },
    stop: () => {
      known?.stop();
      unknown?.stop();
    },
  };
}

function countOf(kept: number, whose: string): NewAuditEntry {
  return {
    actor: '',
    actorKind: 'nobody',
    origin: '',
    operation: 'request',
    target: '',
    outcome: 'refused',
    code: 'rate_limited',
    message: `${kept} more requests ${whose} were refused or failed. They are not listed.`,
  };
}

/** One write for all lines of a turn, which may have to be repeated. */
function createKeep(writes: WriteQueue, log: Logger): (row: Omit<AuditRow, 'id'>) => void {
  let waiting: Omit<AuditRow, 'id'>[] = [];
  let unwritten = 0;
  const ask = (): void => {
    const rows: Omit<AuditRow, 'id'>[] = [];
    writes.commit(
      (db) => {
        rows.push(...waiting);
        waiting = [];
        for (const row of rows) insertAudit(db, row);
      },
      () => {
        unwritten -= rows.length;
      },
    );
  };
  return (row) => {
    if (unwritten >= MAX_WAITING) {
      log.error('The audit log cannot keep up', { operation: row.operation });
      return;
    }
    unwritten += 1;
    waiting.push(row);
    if (waiting.length === 1) ask();
  };
}
