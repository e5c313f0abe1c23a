import type { Seal } from '../../../auth/seal.ts';
import { whyNotSigned } from '../../../auth/webhook-signatures.ts';
import { EngineError, errorStatus, toWireError } from '../../../contract/errors.ts';
import {
  operations,
  type Caller,
  type OperationInput,
  type OperationOutput,
} from '../../../contract/operations.ts';
import { stemOf } from '../../../platform/dag-file-names.ts';
import { insertDelivery, type DeliveryRow } from '../../../storage/webhook-deliveries.ts';
import { useWebhook, webhookOf, type WebhookRow } from '../../../storage/webhooks.ts';
import { checkPermission } from '../../check-call.ts';
import { enqueueRun } from '../../enqueue-run.ts';
import { requireDag } from '../../find.ts';
import type { EngineServices } from '../../engine-services.ts';
import { requestStored } from '../../requested-run.ts';
import type { StartRequest } from '../../start-run.ts';
import { readWebhookPayload } from './webhook-payload.ts';
import { isTokenOf } from '../../webhook-tokens.ts';

type Input = OperationInput<'webhooks.trigger'>;
type Output = OperationOutput<'webhooks.trigger'>;

/** A request to a webhook, before it is known what becomes of it. */
interface Request {
  readonly input: Input;
  readonly body: Buffer;
  readonly at: number;
  readonly origin: string;
}

/** What every delivery has. */
type Received = Pick<DeliveryRow, 'webhookId' | 'receivedAt' | 'origin' | 'bytes'>;

/**
 * Queues a run of the DAG that the token belongs to, and notes the delivery, whatever becomes of it.
 *
 * @throws EngineError in this order: `unauthorized` without a token, `not_found` for a DAG without webhook,
 * `unauthorized` for a wrong token, `forbidden` while runs or it are switched off, `unauthorized` for a wrong signature,
 * `bad_request` for the body or for load errors, and those of `enqueueRun`.
 */
export async function triggerWebhook(
  services: EngineServices,
  seal: Seal,
  { input, caller }: { readonly input: Input; readonly caller: Caller },
): Promise<Output> {
  const body = Buffer.from(input.body, 'base64');
  const request = { input, body, at: services.clock.now(), origin: caller.origin };
  const webhook = webhookOf(services.db, stemOf(input.fileName));
  try {
    return await queueRun(services, await checked(services, seal, { request, webhook }));
  } catch (error) {
    if (webhook !== undefined) await noteRefusal(services, receivedBy(webhook, request), error);
    throw error;
  }
}

interface Checked {
  readonly request: Request;
  readonly webhook: WebhookRow;
}

async function checked(
  services: EngineServices,
  seal: Seal,
  { request, webhook }: { readonly request: Request; readonly webhook: WebhookRow | undefined },
): Promise<Checked> {
  const { input } = request;
  const token = bearerToken(input.authorization);
  const { file } = requireDag(services, input.fileName);
  if (webhook === undefined) throw noWebhook(file.fileName);
  if (!(await isTokenOf(services.webhookTokens, webhook, token))) throw wrongToken();
  checkPermission(operations['webhooks.trigger'], services.config);
  if (webhook.enabled === 0) throw new EngineError('forbidden', 'webhook is disabled');
  await checkSignature(seal, { request, webhook });
  return { request, webhook };
}

/** Of the header `Authorization`; whose token it is remains to be seen. */
function bearerToken(header: string | undefined): string {
  const token = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  if (token !== undefined) return token;
  throw new EngineError('unauthorized', 'missing or invalid authorization header');
}

async function checkSignature(seal: Seal, { request, webhook }: Checked): Promise<void> {
  const { signature, signatureSecret, id } = webhook;
  if (signature === 'none') return;
  const { body, at, input } = request;
  const why = whyNotSigned(signature, await seal.open(signatureSecret, id), {
    body,
    at,
    github: input.githubSignature,
    stripe: input.stripeSignature,
  });
  if (why !== null) throw new EngineError('unauthorized', why);
}

async function queueRun(services: EngineServices, { request, webhook }: Checked): Promise<Output> {
  const { payload, dagRunId } = readWebhookPayload(request.body);
  // Parameters of a start are data: nothing in them is expanded or executed.
  const params = JSON.stringify({ WEBHOOK_PAYLOAD: payload });
  const { fileName } = request.input;
  const asked = { fileName, remoteNode: 'local', params, dagRunId };
  const run: StartRequest = {
    ...requestStored(services, asked, 'max_run_reached'),
    trigger: 'webhook',
    also: (db, id) => {
      // Verified a moment ago: it may have been changed since.
      if (!useWebhook(db, webhook, request.at)) throw wrongToken();
      const queued = { status: 200, reason: '', dagRunId: id };
      insertDelivery(db, { ...receivedBy(webhook, request), ...queued });
    },
  };
  const started = await enqueueRun(services, run).catch((error: unknown) => {
    throw isQueuedTwin(error) ? new EngineError('already_exists', error.message) : error;
  });
  return { dagRunId: started.dagRunId, dagName: run.name };
}

/** Without `singleton` nothing else is refused so. To senders it is all one whether the other run still waits. */
function isQueuedTwin(error: unknown): error is EngineError {
  return error instanceof EngineError && error.code === 'max_run_reached';
}

function receivedBy({ id }: WebhookRow, { at, origin, body }: Request): Received {
  return { webhookId: id, receivedAt: at, origin, bytes: body.length };
}

const LONGEST_REASON = 500;

async function noteRefusal(
  { writes, log }: EngineServices,
  received: Received,
  error: unknown,
): Promise<void> {
  const { code, message } = toWireError(error);
  const status = errorStatus[code];
  const reason = message.slice(0, LONGEST_REASON);
  try {
    await writes.commitSynced((db) =>
      insertDelivery(db, { ...received, status, reason, dagRunId: '' }),
    );
  } catch (failure) {
    // The sender is to learn why the request was refused, and not that the log of it could not be written.
    log.warn('Cannot record a webhook delivery', { error: failure });
  }
}

/** `not_found`. */
export function noWebhook(fileName: string): EngineError {
  return new EngineError('not_found', `DAG ${fileName} has no webhook`);
}

function wrongToken(): EngineError {
  return new EngineError('unauthorized', 'invalid webhook token');
}
