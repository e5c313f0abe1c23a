import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** A request to a webhook and what became of it. */
export interface DeliveryRow {
  readonly id: number;
  readonly webhookId: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly origin: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Empty when a run was queued. */
  readonly reason: string;
  /** Empty when none was. */
  readonly dagRunId: string;
  /** Size of the body. */
  readonly bytes: number;
}

export interface NewDelivery extends Omit<DeliveryRow, 'id'> {
  /** Whether it was refused before it was known who sent it, or because of that. */
  readonly isStranger: boolean;
}

export const MAX_DELIVERIES = 1000;
/** Anybody can send requests without a credential: they must not drive the others out. */
export const MAX_STRANGERS = 100;

/** Adds a delivery, and drops the oldest ones beyond what is kept of a webhook. Nothing where the webhook is gone. */
export function insertDelivery(db: Database, delivery: NewDelivery): void {
  const { isStranger, ...fields } = delivery;
  prepared(
    db,
    `INSERT INTO webhook_delivery (webhook_id, received_at, origin, status, reason, dag_run_id, bytes,
       is_stranger)
     SELECT id, :receivedAt, :origin, :status, :reason, :dagRunId, :bytes, :isStranger FROM webhook WHERE id = :webhookId`,
  ).run({ ...fields, isStranger: isStranger ? 1 : 0 });
  dropBeyond(db, delivery.webhookId, MAX_DELIVERIES);
  if (isStranger) dropStrangersBeyond(db, delivery.webhookId, MAX_STRANGERS);
}

function dropBeyond(db: Database, webhookId: string, most: number): void {
  prepared(
    db,
    `DELETE FROM webhook_delivery WHERE webhook_id = :webhookId AND id <= (
       SELECT id FROM webhook_delivery WHERE webhook_id = :webhookId ORDER BY id DESC LIMIT 1 OFFSET :most)`,
  ).run({ webhookId, most });
}

function dropStrangersBeyond(db: Database, webhookId: string, most: number): void {
  prepared(
    db,
    `DELETE FROM webhook_delivery WHERE webhook_id = :webhookId AND is_stranger = 1 AND id <= (
       SELECT id FROM webhook_delivery WHERE webhook_id = :webhookId AND is_stranger = 1
       ORDER BY id DESC LIMIT 1 OFFSET :most)`,
  ).run({ webhookId, most });
}

/** Deliveries of a webhook below an id, newest first. */
export function deliveriesOf(
  db: Database,
  webhookId: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): readonly DeliveryRow[] {
  return prepared(
    db,
    `SELECT id, webhook_id AS webhookId, received_at AS receivedAt, origin, status, reason, dag_run_id AS dagRunId, bytes
     FROM webhook_delivery WHERE webhook_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
  ).all(webhookId, before, limit) as DeliveryRow[];
}
