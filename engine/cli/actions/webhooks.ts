import type { Format } from '../commands/options.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { askEngine } from '../ask-engine.ts';
import { json } from '../print/json.ts';
import { deliveryTable, webhookTable } from '../print/webhook-table.ts';

export interface DeliveriesOptions extends WebhookOptions {
  readonly limit: number;
}

export interface WebhookOptions extends GlobalOptions {
  readonly format: Format;
}

/** Prints the webhooks by the first characters of their tokens. */
export async function listWebhooks(cli: Cli, options: WebhookOptions): Promise<void> {
  const { webhooks } = await askEngine(cli, options, (client) => client.call('webhooks.list', {}));
  cli.out.write(options.format === 'json' ? json(webhooks) : webhookTable(webhooks, cli.out));
}

/** Prints the webhook of one DAG. Fails where it has none. */
export async function showWebhook(
  cli: Cli,
  fileName: string,
  options: WebhookOptions,
): Promise<void> {
  const webhook = await askEngine(cli, options, (client) =>
    client.call('webhooks.get', { fileName }),
  );
  cli.out.write(options.format === 'json' ? json(webhook) : webhookTable([webhook], cli.out));
}

/** Shows what became of the newest requests. */
export async function listDeliveries(
  cli: Cli,
  fileName: string,
  options: DeliveriesOptions,
): Promise<void> {
  const { limit, format } = options;
  const { deliveries } = await askEngine(cli, options, (client) =>
    client.call('webhooks.deliveries', { fileName, limit }),
  );
  cli.out.write(format === 'json' ? json(deliveries) : deliveryTable(deliveries, cli.out));
}
