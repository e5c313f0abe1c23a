import type { OperationOutput } from '../../contract/operations.ts';
import { agrees } from '../agree.ts';
import { askEngine } from '../ask-engine.ts';
import type { Cli } from '../cli.ts';
import { json } from '../print/json.ts';
import { report } from '../say.ts';
import type { WebhookOptions } from './webhooks.ts';

export interface DeleteWebhookOptions extends WebhookOptions {
  readonly yes?: boolean;
}

/** Creates the webhook of a DAG and prints its token, which is shown this once. */
export async function createWebhook(
  cli: Cli,
  fileName: string,
  options: WebhookOptions,
): Promise<void> {
  const made = await askEngine(cli, options, (client) =>
    client.call('webhooks.create', { fileName }),
  );
  showToken(cli, options, made);
}

/** Prints a new token; the one before is good for nothing from then on. */
export async function regenerateWebhook(
  cli: Cli,
  fileName: string,
  options: WebhookOptions,
): Promise<void> {
  const made = await askEngine(cli, options, (client) =>
    client.call('webhooks.regenerate', { fileName }),
  );
  showToken(cli, options, made);
}

function showToken(
  { out }: Cli,
  { format }: WebhookOptions,
  made: OperationOutput<'webhooks.create'>,
): void {
  const words = `Webhook token of ${made.webhook.dagName}, shown only once:\n${made.token}\n`;
  out.write(format === 'json' ? json(made) : words);
}

interface Toggle {
  readonly dag: string;
  readonly enabled: boolean;
  readonly options: WebhookOptions;
}

/** A disabled webhook keeps its token and starts nothing. */
export async function toggleWebhook(cli: Cli, { dag, enabled, options }: Toggle): Promise<void> {
  const webhook = await askEngine(cli, options, (client) =>
    client.call('webhooks.toggle', { fileName: dag, enabled }),
  );
  const words = `The webhook of ${webhook.dagName} is ${enabled ? 'enabled' : 'disabled'}`;
  report(cli, options.format, { answer: webhook, words });
}

/** Asks before, unless `yes` is given. */
export async function deleteWebhook(
  cli: Cli,
  fileName: string,
  options: DeleteWebhookOptions,
): Promise<void> {
  const act = `Delete the webhook of ${fileName}`;
  if (!(await agrees(cli, { act, yes: options.yes }))) return;
  await askEngine(cli, options, (client) => client.call('webhooks.delete', { fileName }));
  const words = `Deleted the webhook of ${fileName}`;
  report(cli, options.format, { answer: { dagName: fileName }, words });
}
