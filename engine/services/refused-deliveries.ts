import { errorStatus, toWireError } from '../contract/errors.ts';
import { operations } from '../contract/operations.ts';
import { API_PREFIX, fillPath } from '../contract/rest.ts';
import { stemOf } from '../platform/dag-file-names.ts';
import { insertDelivery, type NewDelivery } from '../storage/webhook-deliveries.ts';
import { webhookOf } from '../storage/webhooks.ts';
import type { Refusal } from './audit/audit-calls.ts';
import type { EngineServices } from './engine-services.ts';

type Services = Pick<EngineServices, 'db' | 'writes' | 'clock' | 'log'>;

/** What is known of a delivery whatever becomes of it. */
export type Received = Omit<NewDelivery, 'status' | 'reason' | 'dagRunId'>;

const LONGEST_REASON = 500;
const noted = new WeakSet<object>();

/** What a delivery that was refused is answered, and why. */
export function refusalOf(error: unknown): Pick<NewDelivery, 'status' | 'reason' | 'dagRunId'> {
  const { code, message } = toWireError(error);
  return { status: errorStatus[code], reason: message.slice(0, LONGEST_REASON), dagRunId: '' };
}

/** Lists a delivery that was refused. */
export async function noteRefusal(
  { writes, log }: Services,
  received: Received,
  error: unknown,
): Promise<void> {
  if (error instanceof Error) noted.add(error);
  const delivery = { ...received, ...refusalOf(error) };
  try {
    await writes.commitSynced((db) => insertDelivery(db, delivery));
  } catch (failure) {
    // The sender is to learn why the request was refused, and not that the log of it could not be written.
    log.warn('Cannot record a webhook delivery', { error: failure });
  }
}

const triggerPath = new RegExp(
  `^POST .*${fillPath(API_PREFIX + operations['webhooks.trigger'].path, () => '([^/]+)')}$`,
);

/**
 * Lists a delivery that never came to its handler: for its host, its type, its size, a header. Who looks for the reason looks
 * there, and cannot know which part of the engine refused it.
 */
export async function noteRefusedRequest(
  services: Services,
  { error, caller, request, bytes }: Refusal,
): Promise<void> {
  const name = triggerPath.exec(request)?.[1];
  if (name === undefined || noted.has(error)) return;
  const webhook = webhookOf(services.db, stemOf(decoded(name)));
  if (webhook === undefined) return;
  const receivedAt = services.clock.now();
  const received = { webhookId: webhook.id, receivedAt, origin: caller.origin, bytes };
  await noteRefusal(services, { ...received, isStranger: true }, error);
}

/** No DAG has a name that cannot be decoded. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}
