import { toWireError } from '../../../engine/contract/errors.ts';
import {
  nobody,
  type OperationInput,
  type OperationOutput,
} from '../../../engine/contract/operations.ts';
import { signRequest } from '../../../engine/auth/webhook-signatures.ts';
import type { SigningForm } from '../../../engine/contract/webhook.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import type { Config } from '../../../engine/config/config.ts';
import type { Clock } from '../../../engine/lib/clock.ts';
import { anEngine, type TestEngine } from '../../support/engine.ts';
import { builtinAuth, temporaryConfig } from '../../support/home.ts';

/** Builtin mode without users: nothing here is done by one. */
export const auth: Config['auth'] = { ...builtinAuth, admin: null };
export const quick = 'steps: [{name: s, command: "true"}]\n';

type Sent = Partial<Omit<OperationInput<'webhooks.trigger'>, 'body'>>;

/** An engine in builtin mode with a DAG that has a webhook. */
export async function aWebhook({
  spec = quick,
  config,
  clock,
}: { spec?: string; config?: Config; clock?: Clock } = {}) {
  const engine = await anEngine({
    config: config ?? temporaryConfig({ auth }),
    ...(clock === undefined ? {} : { clock }),
  });
  await engine.client.call('dags.create', { name: 'wh', spec });
  const { token, webhook } = await engine.client.call('webhooks.create', { fileName: 'wh' });
  return { engine, token, webhook, ...senderOf(engine, token) };
}

/** The same where requests must be signed: what is sent is, at the time of the clock, and has no token. */
export async function aSignedWebhook(
  form: SigningForm,
  given: Parameters<typeof aWebhook>[0] = {},
) {
  const { clock = systemClock } = given;
  const hook = await aWebhook(given);
  const { secret } = await hook.engine.client.call('webhooks.setSignature', {
    fileName: 'wh',
    signature: form,
  });
  const signed = (text: string): Sent => ({
    authorization: undefined,
    ...signRequest(form, secret, { body: Buffer.from(text), at: clock.now() }),
  });
  return { ...hook, secret, signed };
}

/** Sends requests as somebody who is not known, with this token unless told otherwise. */
export function senderOf(engine: TestEngine, token: string) {
  const send = (
    body: unknown = '',
    sent: Sent = {},
  ): Promise<OperationOutput<'webhooks.trigger'>> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const input = {
      fileName: 'wh',
      authorization: `Bearer ${token}`,
      body: Buffer.from(text).toString('base64'),
      ...sent,
    };
    return engine.call('webhooks.trigger', input, { ...nobody, origin: '192.0.2.7' });
  };
  const refusal = async (body?: unknown, sent?: Sent): Promise<unknown> =>
    send(body, sent).then(
      (answer) => ({ answer }),
      (error: unknown) => toWireError(error),
    );
  return { send, refusal };
}
