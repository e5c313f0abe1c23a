import type { Migration } from './migration.ts';

/** What senders send besides JSON, and which deliveries came from somebody who showed no credential. */
export const webhookSenders: Migration = {
  version: 23,
  name: 'webhook senders',
  sql: `
    -- 0, 1: bodies may be forms.
    ALTER TABLE webhook ADD COLUMN form_bodies INTEGER NOT NULL DEFAULT 0;
    -- 0, 1: refused before it was known who sent it, or because of that.
    ALTER TABLE webhook_delivery ADD COLUMN is_stranger INTEGER NOT NULL DEFAULT 0;
    UPDATE webhook_delivery SET is_stranger = 1 WHERE status = 401;
  `,
};
