import { expect, it } from 'vitest';
import { hashSecret } from '../../../engine/auth/passwords.ts';
import { RecentCache } from '../../../engine/lib/recent-cache.ts';
import { systemClock as clock } from '../../../engine/platform/system-clock.ts';
import {
  isTokenOf,
  newWebhookToken,
  type VerifiedToken,
} from '../../../engine/services/webhook-tokens.ts';
import type { WebhookRow } from '../../../engine/storage/webhooks.ts';

it('a token that was verified counts no more once the webhook has another one that begins alike', async () => {
  const tokens = new RecentCache<VerifiedToken>({
    mostEntries: 10,
    mostWeight: 10,
    weigh: () => 1,
    ttlMs: 1000,
    clock,
  });
  const { token, ...stored } = await newWebhookToken();
  const row: WebhookRow = {
    id: 'w',
    fileName: 'wh',
    ...stored,
    enabled: 1,
    signature: 'none',
    signatureSecret: '',
    formBodies: 0,
    createdBy: '',
    createdAt: 0,
    updatedAt: 0,
    lastUsedAt: null,
  };
  const changed = { ...row, tokenHash: await hashSecret(`${token}x`, 4) };

  expect(await isTokenOf(tokens, row, token)).toBe(true);
  expect(await isTokenOf(tokens, changed, token)).toBe(false);
  expect(await isTokenOf(tokens, changed, `${token}x`)).toBe(true);
});
