import { randomUUID } from 'node:crypto';
import type { Seal } from '../../../auth/seal.ts';
import { signRequest } from '../../../auth/webhook-signatures.ts';
import { FORM_TYPE } from '../../../contract/form-type.ts';
import { nobody } from '../../../contract/operations.ts';
import type { DeliveryOutcome } from '../../../contract/webhook.ts';
import type { WebhookRow } from '../../../storage/webhooks.ts';
import type { EngineServices } from '../../engine-services.ts';
import { refusalOf } from '../../refused-deliveries.ts';
import { sampleOf } from './sample-bodies.ts';
import { deliver, triggerWebhook } from './trigger-webhook.ts';

/** Where such deliveries come from, as their list says. */
const ORIGIN = 'test';

interface Sample {
  readonly webhook: WebhookRow;
  /** The sample of the sender when left out. */
  readonly payload: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Sends a sample to a webhook as its sender would, signature and all, and tells what became of it. Of a token only a hash is
 * kept: without a form of signatures the sample comes without a credential, which the administrator who asks for it stands for.
 */
export async function deliverSample(
  services: EngineServices,
  seal: Seal,
  { webhook, payload }: Sample,
): Promise<DeliveryOutcome> {
  const { fileName, signature, signatureSecret, id } = webhook;
  const sample =
    payload === undefined
      ? sampleOf(webhook, randomUUID())
      : { isForm: false, text: JSON.stringify({ payload }) };
  const body = Buffer.from(sample.text);
  const at = services.clock.now();
  const input = {
    fileName,
    body: body.toString('base64'),
    ...(sample.isForm ? { contentType: FORM_TYPE } : {}),
  };
  try {
    const { dagRunId } =
      signature === 'none'
        ? await deliver(services, { input, body, at, origin: ORIGIN }, { webhook, once: null })
        : await triggerWebhook(services, seal, {
            input: {
              ...input,
              ...signRequest(signature, await seal.open(signatureSecret, id), { body, at }),
            },
            caller: { ...nobody, origin: ORIGIN },
          });
    return { status: 200, reason: '', dagRunId };
  } catch (error) {
    return refusalOf(error);
  }
}
