import type { SignatureForm } from '../contract/webhook.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** A webhook. Times are milliseconds since the epoch. */
export interface WebhookRow {
  readonly id: string;
  /** Of the DAG that it triggers; each has one webhook at most. */
  readonly fileName: string;
  readonly tokenPrefix: string;
  /** bcrypt */
  readonly tokenHash: string;
  /** 0, 1 */
  readonly enabled: number;
  readonly signature: SignatureForm;
  /** Sealed; empty for none. */
  readonly signatureSecret: string;
  /** 0, 1: bodies may be forms. */
  readonly formBodies: number;
  /** Id of the user; empty for the owner of the machine. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastUsedAt: number | null;
}

const columns = `id, file_name AS fileName, token_prefix AS tokenPrefix, token_hash AS tokenHash, enabled, signature,
  signature_secret AS signatureSecret, form_bodies AS formBodies, created_by AS createdBy, created_at AS createdAt, updated_at AS updatedAt,
  last_used_at AS lastUsedAt`;

/** All webhooks by the names of their DAGs. */
export function allWebhooks(db: Database): readonly WebhookRow[] {
  return prepared(db, `SELECT ${columns} FROM webhook ORDER BY file_name`).all() as WebhookRow[];
}

/** The webhook of a file; undefined when it has none. */
export function webhookOf(db: Database, fileName: string): WebhookRow | undefined {
  return prepared(db, `SELECT ${columns} FROM webhook WHERE file_name = ?`).get(fileName) as
    WebhookRow | undefined;
}

/** Adds a webhook. Throws SQLite's constraint error where the DAG has one. */
export function insertWebhook(db: Database, webhook: WebhookRow): void {
  prepared(
    db,
    `INSERT INTO webhook (id, file_name, token_prefix, token_hash, enabled, signature, signature_secret, form_bodies,
       created_by, created_at, updated_at, last_used_at)
     VALUES (:id, :fileName, :tokenPrefix, :tokenHash, :enabled, :signature, :signatureSecret, :formBodies, :createdBy,
       :createdAt, :updatedAt, :lastUsedAt)`,
  ).run(webhook);
}

/** What can be changed of a webhook. */
export type WebhookPatch = Partial<
  Pick<
    WebhookRow,
    'tokenPrefix' | 'tokenHash' | 'enabled' | 'signature' | 'signatureSecret' | 'formBodies'
  >
> &
  Pick<WebhookRow, 'updatedAt'>;

/** Changes what is given. Returns the webhook as it is then; undefined where it is gone. */
export function changeWebhook(
  db: Database,
  fileName: string,
  patch: WebhookPatch,
): WebhookRow | undefined {
  const before = webhookOf(db, fileName);
  if (before === undefined) return undefined;
  const after = { ...before, ...patch };
  prepared(
    db,
    `UPDATE webhook SET token_prefix = :tokenPrefix, token_hash = :tokenHash, enabled = :enabled,
       signature = :signature, signature_secret = :signatureSecret, form_bodies = :formBodies, updated_at = :updatedAt
     WHERE id = :id`,
  ).run(after);
  return after;
}

/** Notes a use, which is no change of it. False where the webhook is another one than was checked, or off. */
export function useWebhook(
  db: Database,
  webhook: Pick<WebhookRow, 'id' | 'tokenHash' | 'signature' | 'signatureSecret'>,
  usedAt: number,
): boolean {
  const { id, tokenHash, signature, signatureSecret } = webhook;
  const { changes } = prepared(
    db,
    `UPDATE webhook SET last_used_at = ? WHERE id = ? AND token_hash = ? AND signature = ? AND signature_secret = ?
       AND enabled = 1`,
  ).run(usedAt, id, tokenHash, signature, signatureSecret);
  return changes > 0;
}

/** The deliveries go with it. Returns its id; undefined where there was none. */
export function deleteWebhook(db: Database, fileName: string): string | undefined {
  return prepared(db, 'DELETE FROM webhook WHERE file_name = ? RETURNING id')
    .pluck()
    .get(fileName) as string | undefined;
}

/** A webhook follows its DAG; one that is left of an earlier DAG of the new name goes. */
export function renameWebhook(db: Database, from: string, to: string): void {
  deleteWebhook(db, to);
  prepared(db, 'UPDATE webhook SET file_name = ? WHERE file_name = ?').run(to, from);
}
