import type { OperationHandlers } from '../../../contract/operations.ts';
import { isoTime } from '../../../lib/clock.ts';
import { findAudit, type AuditPlace } from '../../../storage/audit.ts';
import { badCursor } from '../../page-of.ts';
import type { EngineServices } from '../../engine-services.ts';

/** The audit log by pages; a cursor names the last line of the page before. */
export function auditHandlers({
  db,
  writes,
}: EngineServices): Pick<OperationHandlers, 'audit.list'> {
  return {
    'audit.list': ({ cursor, ...query }) => {
      // What has been answered is to be found, though its line may still wait for the end of this turn.
      writes.flush();
      const after = cursor === undefined ? undefined : placeOf(cursor);
      const { rows, next } = findAudit(db, { ...query, after });
      return {
        entries: rows.map((row) => ({ ...row, at: isoTime(row.at) })),
        ...(next === null ? {} : { nextCursor: `${next.at}.${next.id}` }),
      };
    },
  };
}

function placeOf(cursor: string): AuditPlace {
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined) throw badCursor();
  return { at: Number(at), id: Number(id) };
}
