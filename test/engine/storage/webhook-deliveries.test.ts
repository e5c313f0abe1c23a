import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { SignatureForm } from '../../../engine/contract/webhook.ts';
import { openDatabase, type Database } from '../../../engine/storage/database.ts';
import {
  deliveriesOf,
  insertDelivery,
  MAX_DELIVERIES,
  MAX_STRANGERS,
} from '../../../engine/storage/webhook-deliveries.ts';
import { changeWebhook, insertWebhook, useWebhook } from '../../../engine/storage/webhooks.ts';
import { silentLogger } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

const hook = (id: string) => ({
  id,
  fileName: id,
  tokenPrefix: 'svc_wh_abcde',
  tokenHash: '$2b$10$hash',
  enabled: 1,
  signature: 'none' as SignatureForm,
  signatureSecret: '',
  formBodies: 0,
  createdBy: '',
  createdAt: 1,
  updatedAt: 1,
  lastUsedAt: null,
});

let db: Database;

beforeEach(() => {
  db = openDatabase(join(temporaryFolder(), 'engine.db'), { log: silentLogger() });
  onTestFinished(() => void db.close());
  for (const id of ['one', 'two']) insertWebhook(db, hook(id));
});

function deliver(webhookId: string, count: number, status: number): void {
  const rest = {
    origin: 'x',
    reason: '',
    dagRunId: '',
    bytes: 0,
    isStranger: status !== 200 && status !== 400,
  };
  db.transaction(() => {
    for (let at = 1; at <= count; at += 1) {
      insertDelivery(db, { webhookId, receivedAt: at, status, ...rest });
    }
  })();
}

function kept(
  webhookId: string,
): readonly { readonly status: number; readonly receivedAt: number }[] {
  return deliveriesOf(db, webhookId, { before: Number.MAX_SAFE_INTEGER, limit: 10_000 });
}

it('the newest deliveries of each webhook are kept', () => {
  deliver('two', 1, 200);
  deliver('one', MAX_DELIVERIES + 5, 200);

  expect(kept('one')).toHaveLength(MAX_DELIVERIES);
  expect(kept('one')[0]?.receivedAt).toBe(MAX_DELIVERIES + 5);
  expect(kept('one').at(-1)?.receivedAt).toBe(6);
  expect(kept('two')).toHaveLength(1);
});

it('requests without a credential drive out no more than each other', () => {
  deliver('one', MAX_DELIVERIES - MAX_STRANGERS - 1, 200);
  deliver('one', MAX_STRANGERS, 401);
  deliver('one', 50, 413);

  const statuses = kept('one').map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(MAX_STRANGERS - 50);
  expect(statuses.filter((status) => status === 413)).toHaveLength(50);
  expect(statuses.filter((status) => status === 200)).toHaveLength(
    MAX_DELIVERIES - MAX_STRANGERS - 1,
  );
});

it('a delivery to a webhook that is gone meanwhile is passed over', () => {
  deliver('gone', 1, 401);

  expect(kept('gone')).toEqual([]);
});

it('a webhook that was changed since its credential was verified is not used', () => {
  const used = (changes: Partial<ReturnType<typeof hook>>): boolean =>
    useWebhook(db, { ...hook('one'), ...changes }, 7);

  expect(used({})).toBe(true);
  expect(used({ tokenHash: '$2b$10$older' })).toBe(false);
  changeWebhook(db, 'one', { signature: 'github', signatureSecret: 'v1.b', updatedAt: 2 });
  expect(used({})).toBe(false);
  expect(used({ signature: 'github', signatureSecret: 'v1.a' })).toBe(false);
  expect(used({ signature: 'github', signatureSecret: 'v1.b' })).toBe(true);
  changeWebhook(db, 'one', { enabled: 0, updatedAt: 2 });
  expect(used({ signature: 'github', signatureSecret: 'v1.b' })).toBe(false);
});
