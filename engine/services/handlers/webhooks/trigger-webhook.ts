import type { Seal } from '../../../auth/seal.ts';
import { EngineError } from '../../../contract/errors.ts';
import { isForm } from '../../../contract/form-type.ts';
import {
  operations,
  type Caller,
  type OperationInput,
  type OperationOutput,
} from '../../../contract/operations.ts';
import { EVENT, PAYLOAD } from '../../../execution/prepare/payload-of-start.ts';
import { stemOf } from '../../../platform/dag-file-names.ts';
import type { Database } from '../../../storage/database.ts';
import { isUsed, useSignature, type UsedSignature } from '../../../storage/used-signatures.ts';
import { insertDelivery } from '../../../storage/webhook-deliveries.ts';
import { useWebhook, webhookOf, type WebhookRow } from '../../../storage/webhooks.ts';
import { checkPermission } from '../../check-call.ts';
import { enqueueRun } from '../../enqueue-run.ts';
import type { EngineServices } from '../../engine-services.ts';
import { noteRefusal, type Received } from '../../refused-deliveries.ts';
import { requestStored } from '../../requested-run.ts';
import type { StartRequest } from '../../start-run.ts';
import { checkSender, wrongToken, type KnownSender, type WebhookRequest } from './check-sender.ts';
import { challengeIn } from './slack-challenge.ts';
import { readFormPayload, readWebhookPayload, type WebhookPayload } from './webhook-payload.ts';

type Output = OperationOutput<'webhooks.trigger'>;

/**
 * Queues a run of the DAG that the webhook belongs to, and notes the delivery, whatever becomes of it.
 *
 * @throws EngineError in this order: those of `checkSender`, `forbidden` while runs or the webhook are switched off,
 * `unauthorized` for a signature that had its delivery, `unsupported_media_type` for a form, `bad_request` for the body or for
 * load errors, and those of `enqueueRun`.
 */
export async function triggerWebhook(
  services: EngineServices,
  seal: Seal,
  {
    input,
    caller,
  }: { readonly input: OperationInput<'webhooks.trigger'>; readonly caller: Caller },
): Promise<Output> {
  const body = Buffer.from(input.body, 'base64');
  const request = { input, body, at: services.clock.now(), origin: caller.origin };
  const webhook = webhookOf(services.db, stemOf(input.fileName));
  const sender = await checkSender(services, seal, { request, webhook }).catch(
    async (error: unknown) => {
      if (webhook !== undefined) {
        await noteRefusal(services, { ...receivedBy(webhook, request), isStranger: true }, error);
      }
      throw error;
    },
  );
  return deliver(services, request, sender);
}

/** The same for a request whose sender is known. */
export async function deliver(
  services: EngineServices,
  request: WebhookRequest,
  sender: KnownSender,
): Promise<Output> {
  try {
    return await accept(services, request, sender);
  } catch (error) {
    await noteRefusal(services, receivedBy(sender.webhook, request), error);
    throw error;
  }
}

async function accept(
  services: EngineServices,
  request: WebhookRequest,
  sender: KnownSender,
): Promise<Output> {
  const { webhook } = sender;
  checkPermission(operations['webhooks.trigger'], services.config);
  if (webhook.enabled === 0) throw new EngineError('forbidden', 'webhook is disabled');
  const signature = signatureOf(sender);
  if (signature !== null && isUsed(services.db, signature)) throw repeated();
  const challenge = challengeIn(request, sender);
  if (challenge === null) return queueRun(services, request, sender);
  const dagRunId = '';
  await services.writes.commitSynced((db) => noteDelivery(db, { request, sender, dagRunId }));
  return { dagRunId, dagName: webhook.fileName, challenge };
}

async function queueRun(
  services: EngineServices,
  request: WebhookRequest,
  sender: KnownSender,
): Promise<Output> {
  const { payload, dagRunId } = payloadIn(request, sender.webhook);
  // Parameters of a start are data: nothing in them is expanded or executed.
  const { fileName, githubEvent, gitlabEvent, eventKey } = request.input;
  const event = githubEvent ?? gitlabEvent ?? eventKey;
  const params = JSON.stringify({ [PAYLOAD]: payload, [EVENT]: event });
  const asked = { fileName, remoteNode: 'local', params, dagRunId };
  const run: StartRequest = {
    ...requestStored(services, asked, 'max_run_reached'),
    trigger: 'webhook',
    also: (db, id) => noteDelivery(db, { request, sender, dagRunId: id }),
  };
  const started = await enqueueRun(services, run).catch((error: unknown) => {
    throw isQueuedTwin(error) ? new EngineError('already_exists', error.message) : error;
  });
  return { dagRunId: started.dagRunId, dagName: run.name };
}

function payloadIn({ body, input }: WebhookRequest, webhook: WebhookRow): WebhookPayload {
  if (!isForm(input.contentType)) return readWebhookPayload(body);
  if (webhook.formBodies === 0) throw noForms(webhook);
  return readFormPayload(body);
}

interface Accepted {
  readonly request: WebhookRequest;
  readonly sender: KnownSender;
  readonly dagRunId: string;
}

/** What was checked a moment ago may have changed since, and the same request may have come twice at once. */
function noteDelivery(db: Database, { request, sender, dagRunId }: Accepted): void {
  if (!useWebhook(db, sender.webhook, request.at)) throw wrongToken();
  const signature = signatureOf(sender);
  const use = signature === null ? 'first' : useSignature(db, signature, request.at);
  if (use === 'repeated') throw repeated();
  if (use === 'full') throw tooMany();
  const queued = { status: 200, reason: '', dagRunId };
  insertDelivery(db, { ...receivedBy(sender.webhook, request), ...queued });
}

function signatureOf({ webhook, once }: KnownSender): UsedSignature | null {
  return once === null ? null : { webhookId: webhook.id, ...once };
}

/** Without `singleton` nothing else is refused so. To senders it is all one whether the other run still waits. */
function isQueuedTwin(error: unknown): error is EngineError {
  return error instanceof EngineError && error.code === 'max_run_reached';
}

function receivedBy({ id }: WebhookRow, { at, origin, body }: WebhookRequest): Received {
  return { webhookId: id, receivedAt: at, origin, bytes: body.length, isStranger: false };
}

function noForms({ fileName }: WebhookRow): EngineError {
  return new EngineError(
    'unsupported_media_type',
    'The body must be JSON, with the header Content-Type: application/json. To take forms, run ' +
      `\`dagwright webhook forms ${fileName} on\`.`,
  );
}

function repeated(): EngineError {
  return new EngineError(
    'unauthorized',
    'This delivery was accepted before. To send it again, sign it with the current time.',
  );
}

function tooMany(): EngineError {
  return new EngineError(
    'rate_limited',
    'Too many signed deliveries. Send the next in 15 minutes.',
  );
}
