import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** A signature that holds for one delivery to a webhook. */
export interface UsedSignature {
  readonly webhookId: string;
  readonly code: string;
  /** Milliseconds since the epoch. */
  readonly signedAt: number;
}

/** More than any sender delivers within `KEPT_MS`: none is forgotten before its time. */
export const MAX_USED_SIGNATURES = 20_000;
/** Its time alone refuses an older one, also where the clock was set back by minutes. */
export const KEPT_MS = 900_000;

/** Whether a signature has had its delivery. */
export function isUsed(db: Database, { webhookId, code }: UsedSignature): boolean {
  const text = 'SELECT 1 FROM used_signature WHERE webhook_id = ? AND code = ?';
  return prepared(db, text).get(webhookId, code) !== undefined;
}

/** What became of the use of a signature. */
type Use = 'first' | 'repeated' | 'full';

/** Notes the use of a signature, and forgets those whose time has passed. */
export function useSignature(db: Database, signature: UsedSignature, now: number): Use {
  const { webhookId } = signature;
  prepared(db, 'DELETE FROM used_signature WHERE webhook_id = ? AND signed_at < ?').run(
    webhookId,
    now - KEPT_MS,
  );
  if (isUsed(db, signature)) return 'repeated';
  const count = prepared(db, 'SELECT count(*) FROM used_signature WHERE webhook_id = ?').pluck();
  if ((count.get(webhookId) as number) >= MAX_USED_SIGNATURES) return 'full';
  prepared(
    db,
    'INSERT INTO used_signature (webhook_id, code, signed_at) VALUES (:webhookId, :code, :signedAt)',
  ).run(signature);
  return 'first';
}
