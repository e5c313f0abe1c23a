import type { Seal } from '../../../auth/seal.ts';
import { judgeSignature, type OnceSigned } from '../../../auth/webhook-signatures.ts';
import { EngineError } from '../../../contract/errors.ts';
import type { OperationInput } from '../../../contract/operations.ts';
import type { WebhookRow } from '../../../storage/webhooks.ts';
import type { EngineServices } from '../../engine-services.ts';
import { requireDag } from '../../find.ts';
import { isTokenOf } from '../../webhook-tokens.ts';

/** A request to a webhook, before it is known what becomes of it. */
export interface WebhookRequest {
  readonly input: OperationInput<'webhooks.trigger'>;
  readonly body: Buffer;
  readonly at: number;
  readonly origin: string;
}

/** A request whose sender may queue a run. */
export interface KnownSender {
  readonly webhook: WebhookRow;
  /** Of a signature that holds for this delivery alone. */
  readonly once: OnceSigned | null;
}

/**
 * Checks the credentials of a request. Where the webhook has a form of signatures, a valid signature is the credential, for
 * GitHub and its like send no `Authorization`; a token that is sent all the same must be right.
 *
 * @throws EngineError in this order: `unauthorized` without a credential, `not_found` for a DAG without webhook, `unauthorized`
 * for a wrong token or signature.
 */
export async function checkSender(
  services: EngineServices,
  seal: Seal,
  asked: { readonly request: WebhookRequest; readonly webhook: WebhookRow | undefined },
): Promise<KnownSender> {
  const { request, webhook } = asked;
  const { authorization, fileName } = request.input;
  const isSigned = webhook !== undefined && webhook.signature !== 'none';
  const token = authorization === undefined && isSigned ? null : bearerToken(authorization);
  const { file } = requireDag(services, fileName);
  if (webhook === undefined) throw noWebhook(file.fileName);
  if (token !== null && !(await isTokenOf(services.webhookTokens, webhook, token))) {
    throw wrongToken();
  }
  return { webhook, once: await checkSignature(seal, request, webhook) };
}

/** Of the header `Authorization`; whose token it is remains to be seen. */
function bearerToken(header: string | undefined): string {
  const token = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  if (token !== undefined) return token;
  throw new EngineError('unauthorized', 'missing or invalid authorization header');
}

async function checkSignature(
  seal: Seal,
  { input: headers, body, at }: WebhookRequest,
  { signature, signatureSecret, id }: WebhookRow,
): Promise<OnceSigned | null> {
  if (signature === 'none') return null;
  const secret = await seal.open(signatureSecret, id);
  const verdict = judgeSignature(signature, secret, { body, at, headers });
  if ('why' in verdict) throw new EngineError('unauthorized', verdict.why);
  return verdict.once;
}

/** `not_found`. */
export function noWebhook(fileName: string): EngineError {
  return new EngineError('not_found', `DAG ${fileName} has no webhook`);
}

/** `unauthorized`. */
export function wrongToken(): EngineError {
  return new EngineError('unauthorized', 'invalid webhook token');
}
