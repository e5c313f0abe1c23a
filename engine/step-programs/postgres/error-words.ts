import type pg from 'pg';
import { rootCause } from '../../lib/root-cause.ts';
import type { SqlQuery } from '../sql/sql-query.ts';

/** What a server said of an error beside its message. */
type ServerError = Pick<pg.DatabaseError, 'code' | 'detail' | 'hint' | 'position'>;

const CANCELED = '57014';

/** The words of the server, with what it added, and the line where the statements have several. */
export function errorWords(error: unknown, { text, timeoutSec }: SqlQuery): string {
  const { code, detail, hint, position } = (error ?? {}) as Partial<ServerError>;
  const more = [detail, hint].flatMap((words) => (words ? [words] : []));
  const late = code === CANCELED && timeoutSec > 0 ? ` (the timeout is ${timeoutSec}s)` : '';
  return `${[rootCause(error), ...more].join('; ')}${late}${lineWords(text, Number(position ?? 0))}`;
}

/** Positions count characters from 1. */
function lineWords(text: string, position: number): string {
  const before = [...text].slice(0, Math.max(position - 1, 0)).join('');
  return position > 0 && text.trim().includes('\n') ? ` (line ${before.split('\n').length})` : '';
}
