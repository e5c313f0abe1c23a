import type { Delivery, Webhook } from '../../contract/webhook.ts';
import type { Output } from '../terminal.ts';
import { table } from './table.ts';
import { localTimeText } from './times.ts';

/** A row for each webhook, with the first characters of its token alone and local times. */
export function webhookTable(webhooks: readonly Webhook[], out: Output): string {
  if (webhooks.length === 0) return 'No webhooks.\n';
  return table(
    [
      { title: 'DAG', value: ({ dagName }) => dagName },
      { title: 'STATE', value: ({ enabled }) => (enabled ? 'enabled' : 'disabled') },
      { title: 'TOKEN', value: ({ tokenPrefix }) => `${tokenPrefix}…` },
      { title: 'SIGNATURE', value: ({ signature }) => signature },
      { title: 'CREATED', value: ({ createdAt }) => localTimeText(createdAt) },
      { title: 'LAST USED', value: ({ lastUsedAt = '' }) => localTimeText(lastUsedAt) },
    ],
    webhooks,
    out,
  );
}

/** A row for each request that a webhook got, with what it was answered and the run that came of it. */
export function deliveryTable(deliveries: readonly Delivery[], out: Output): string {
  if (deliveries.length === 0) return 'No requests.\n';
  return table(
    [
      { title: 'RECEIVED', value: ({ receivedAt }) => localTimeText(receivedAt) },
      { title: 'FROM', value: ({ origin }) => origin },
      { title: 'BYTES', value: ({ bytes }) => String(bytes) },
      { title: 'STATUS', value: ({ status }) => String(status) },
      { title: 'RUN', value: ({ dagRunId }) => dagRunId },
      { title: 'REASON', value: ({ reason }) => reason },
    ],
    deliveries,
    out,
  );
}
