import { signatureOf } from '../../auth/webhook-signatures.ts';
import type { SignatureForm } from '../../contract/webhook.ts';
import { configOf, type Cli } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { withEngine } from '../connection/connect.ts';
import { remark, report } from '../say.ts';
import { readSecret } from '../secret-input.ts';
import { tokenWord } from '../token-word.ts';
import { BEGINS_LATER } from './enqueue-run.ts';
import type { WebhookOptions } from './webhooks.ts';

export interface TriggerOptions extends WebhookOptions {
  readonly payload?: string;
  readonly runId?: string;
  readonly tokenStdin?: boolean;
  readonly sign?: Exclude<SignatureForm, 'none'>;
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
    authorization: `Bearer ${token}`,
    body: body.toString('base64'),
    ...signatureField(cli, options, body),
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
    payload: payload === undefined ? {} : jsonOf(payload),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError(`--payload is not JSON: ${(error as Error).message}`);
  }
}

async function tokenOf(cli: Cli, { tokenStdin }: TriggerOptions): Promise<string> {
  const known = cli.env['SVC_WEBHOOK_TOKEN'];
  if (known && tokenStdin !== true) return tokenWord(known, 'SVC_WEBHOOK_TOKEN');
  const given = await readSecret(cli, {
    question: 'Webhook token: ',
    fromStdin: tokenStdin,
    hint: 'Use --token-stdin and pass the token on standard input, or set SVC_WEBHOOK_TOKEN.',
  });
  return tokenWord(given, 'The input');
}

function signatureField({ env, clock }: Cli, { sign }: TriggerOptions, body: Uint8Array) {
  if (sign === undefined) return {};
  const secret = env['SVC_WEBHOOK_SECRET'];
  if (!secret) throw new CliError('--sign requires the secret in SVC_WEBHOOK_SECRET.');
  const signature = signatureOf(sign, secret, { body, at: clock.now() });
  return sign === 'github' ? { githubSignature: signature } : { stripeSignature: signature };
}
