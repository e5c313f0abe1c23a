import type { OperationOutput } from '../../contract/operations.ts';
import type { SignatureForm } from '../../contract/webhook.ts';
import { askEngine } from '../ask-engine.ts';
import { withEngine } from '../connection/connect.ts';
import { configOf, type Cli } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { readJsonOption } from '../json-option.ts';
import { json } from '../print/json.ts';
import { remark, report } from '../say.ts';
import { readSecret } from '../secret-input.ts';
import { BEGINS_LATER } from './planned-words.ts';
import type { WebhookOptions } from './webhooks.ts';

export interface SignWebhookOptions extends WebhookOptions {
  readonly secretStdin?: boolean;
}

export interface TestWebhookOptions extends WebhookOptions {
  readonly payload?: string;
}

interface Sign {
  readonly dag: string;
  readonly form: SignatureForm;
  readonly options: SignWebhookOptions;
}

/** Sets the form of the signature, and says what to enter at the sender; a new secret is shown this once. */
export async function signWebhook(cli: Cli, { dag, form, options }: Sign): Promise<void> {
  const { secretStdin, format } = options;
  const given = secretStdin === true ? { secret: await secretFrom(cli) } : {};
  const { answer, setup } = await askEngine(cli, options, async (client) => ({
    answer: await client.call('webhooks.setSignature', {
      fileName: dag,
      signature: form,
      ...given,
    }),
    setup: await client.call('webhooks.setup', { fileName: dag }),
  }));
  const words = signatureWords(answer, secretStdin === true);
  const steps = form === 'none' ? '' : `\n${setupWords(setup)}`;
  cli.out.write(format === 'json' ? json(answer) : `${words}${steps}`);
}

function secretFrom(cli: Cli): Promise<string> {
  return readSecret(cli, { question: '', fromStdin: true, hint: '' });
}

function signatureWords(
  { webhook, secret }: OperationOutput<'webhooks.setSignature'>,
  isKnown: boolean,
): string {
  const { dagName, signature } = webhook;
  if (signature === 'none') return `Requests to ${dagName} need no signature\n`;
  const form = signature === 'hmac' ? 'by HMAC-SHA256' : `as ${signature} does`;
  const words = `Requests to ${dagName} must be signed ${form}`;
  return isKnown ? `${words}\n` : `${words}. The secret, shown only once:\n${secret}\n`;
}

/** Says what to enter at the sender. */
export async function showSetup(
  cli: Cli,
  fileName: string,
  options: WebhookOptions,
): Promise<void> {
  const setup = await askEngine(cli, options, (client) =>
    client.call('webhooks.setup', { fileName }),
  );
  cli.out.write(options.format === 'json' ? json(setup) : setupWords(setup));
}

function setupWords({ path, steps }: OperationOutput<'webhooks.setup'>): string {
  const lines = steps.map((step, at) => `${at + 1}. ${step}`);
  return [`Address of the webhook: that of the engine, and ${path}`, ...lines, ''].join('\n');
}

interface Forms {
  readonly dag: string;
  readonly isOn: boolean;
  readonly options: WebhookOptions;
}

/** Whether bodies may be forms. */
export async function setForms(cli: Cli, { dag, isOn, options }: Forms): Promise<void> {
  const webhook = await askEngine(cli, options, (client) =>
    client.call('webhooks.update', { fileName: dag, formBodies: isOn }),
  );
  const words = `The webhook of ${webhook.dagName} takes ${isOn ? 'JSON and forms' : 'JSON only'}`;
  report(cli, options.format, { answer: webhook, words });
}

/** Has the engine deliver a sample, signed as the sender would. Fails where that is refused. */
export async function testWebhook(
  cli: Cli,
  fileName: string,
  options: TestWebhookOptions,
): Promise<void> {
  const payload =
    options.payload === undefined ? undefined : readJsonOption('--payload', options.payload);
  await withEngine(cli, configOf(cli, options), async ({ client, engine }) => {
    const outcome = await client.call('webhooks.test', {
      fileName,
      // What it may be is for the engine to say.
      ...(payload === undefined ? {} : { payload: payload as Record<string, unknown> }),
    });
    const { status, reason, dagRunId } = outcome;
    if (status >= 400 && options.format !== 'json') {
      throw new CliError(`The test delivery was refused with ${status}: ${reason}`);
    }
    report(cli, options.format, {
      answer: outcome,
      words: `The test delivery was accepted, and queued run ${dagRunId} of ${fileName}`,
    });
    if (status >= 400) throw new CliError(`The test delivery was refused with ${status}.`);
    if (engine !== 'service') remark(cli, BEGINS_LATER);
  });
}
