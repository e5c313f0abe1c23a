import { signRequest, type SignatureFields } from '../../auth/webhook-signatures.ts';
import type { SigningForm } from '../../contract/webhook.ts';
import { configOf, type Cli } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { withEngine } from '../connection/connect.ts';
import { readJsonOption } from '../json-option.ts';
import { remark, report } from '../say.ts';
import { readSecret } from '../secret-input.ts';
import { tokenWord } from '../token-word.ts';
import { BEGINS_LATER } from './planned-words.ts';
import type { WebhookOptions } from './webhooks.ts';

export interface TriggerOptions extends WebhookOptions {
  readonly payload?: string;
  readonly runId?: string;
  readonly tokenStdin?: boolean;
  readonly sign?: SigningForm;
}

/** Sends a request to a webhook. */
export async function triggerWebhook(
  cli: Cli,
  fileName: string,
  options: TriggerOptions,
): Promise<void> {
  const body = Buffer.from(JSON.stringify(bodyOf(options)));
  const token = await tokenOf(cli, options);
  const request = {
    fileName,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    body: body.toString('base64'),
    ...signatureFields(cli, options, body),
  };
  await withEngine(cli, configOf(cli, options), async ({ client, engine }) => {
    const run = await client.call('webhooks.trigger', request);
    const words = `Queued run ${run.dagRunId} of ${run.dagName}`;
    report(cli, options.format, { answer: run, words });
    if (engine !== 'service') remark(cli, BEGINS_LATER);
  });
}

function bodyOf({ payload, runId }: TriggerOptions): object {
  return {
    ...(runId === undefined ? {} : { dagRunId: runId }),
    payload: payload === undefined ? {} : readJsonOption('--payload', payload),
  };
}

/** A signature is a credential of its own: the token is null where none is given then. */
async function tokenOf(cli: Cli, { tokenStdin, sign }: TriggerOptions): Promise<string | null> {
  const known = cli.env['SVC_WEBHOOK_TOKEN'];
  if (known && tokenStdin !== true) return tokenWord(known, 'SVC_WEBHOOK_TOKEN');
  if (sign !== undefined && tokenStdin !== true) return null;
  const given = await readSecret(cli, {
    question: 'Webhook token: ',
    fromStdin: tokenStdin,
    hint: 'Use --token-stdin and pass the token on standard input, or set SVC_WEBHOOK_TOKEN.',
  });
  return tokenWord(given, 'The input');
}

function signatureFields(
  { env, clock }: Cli,
  { sign }: TriggerOptions,
  body: Uint8Array,
): SignatureFields {
  if (sign === undefined) return {};
  const secret = env['SVC_WEBHOOK_SECRET'];
  if (!secret) throw new CliError('--sign requires the secret in SVC_WEBHOOK_SECRET.');
  return signRequest(sign, secret, { body, at: clock.now() });
}
