import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** What a mail about a run tells of; `step`: one of its steps failed. */
export type MailEvent = 'success' | 'failure' | 'wait' | 'step';

/** What a mail says, as it was when that happened. Masked. */
export interface MailContent {
  /** Without the prefix. */
  readonly subject: string;
  readonly text: string;
  /** Positions of the steps whose logs tell more, the most telling first. */
  readonly logs: readonly number[];
}

export interface NewMail {
  readonly event: MailEvent;
  /** Of the step that failed; null: it tells of the run. */
  readonly position: number | null;
  readonly content: MailContent;
}

export interface MailRow {
  readonly id: number;
  readonly runId: number;
  readonly event: MailEvent;
  readonly position: number | null;
  /** JSON text of a `MailContent`. */
  readonly content: string;
  /** Milliseconds since the epoch, as are all times. */
  readonly createdAt: number;
  readonly tries: number;
  /** Null: it was sent, or was given up. */
  readonly dueAt: number | null;
  readonly sentAt: number | null;
  /** JSON text of a list. */
  readonly recipients: string;
  readonly error: string;
}

const columns = `id, run_id AS runId, event, position, content, created_at AS createdAt, tries, due_at AS dueAt,
  sent_at AS sentAt, recipients, error`;

/** Part of the transaction that stores what the mail tells of. It is due at once. */
export function insertMail(
  db: Database,
  { content, ...mail }: NewMail & { readonly runId: number; readonly now: number },
): void {
  prepared(
    db,
    `INSERT INTO mail (run_id, event, position, content, created_at, due_at)
     VALUES (:runId, :event, :position, :content, :now, :now)`,
  ).run({ ...mail, content: JSON.stringify(content) });
}

/** Mails that are still to be sent, in the order in which they are due. */
export function openMails(db: Database, most: number): readonly MailRow[] {
  return prepared(
    db,
    `SELECT ${columns} FROM mail WHERE due_at IS NOT NULL ORDER BY due_at, id LIMIT ?`,
  ).all(most) as MailRow[];
}

/** The mails about a run, oldest first. */
export function mailsOf(db: Database, runId: number): readonly MailRow[] {
  return prepared(db, `SELECT ${columns} FROM mail WHERE run_id = ? ORDER BY id`).all(
    runId,
  ) as MailRow[];
}

/** How a try ended. `dueAt`: when there is another one; null: there is none. */
export type MailTry = Pick<MailRow, 'dueAt' | 'sentAt' | 'recipients' | 'error'>;

/** Counts the try. */
export function noteTry(db: Database, id: number, end: MailTry): void {
  prepared(
    db,
    `UPDATE mail SET tries = tries + 1, due_at = :dueAt, sent_at = :sentAt, recipients = :recipients, error = :error
     WHERE id = :id`,
  ).run({ id, ...end });
}

/** Gives up all that is still to be sent. */
export function giveUpMails(db: Database, error: string): void {
  prepared(db, 'UPDATE mail SET due_at = NULL, error = ? WHERE due_at IS NOT NULL').run(error);
}
