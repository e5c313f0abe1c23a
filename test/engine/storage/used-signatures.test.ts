import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openDatabase, type Database } from '../../../engine/storage/database.ts';
import {
  isUsed,
  KEPT_MS,
  MAX_USED_SIGNATURES,
  useSignature,
} from '../../../engine/storage/used-signatures.ts';
import { deleteWebhook, insertWebhook } from '../../../engine/storage/webhooks.ts';
import { silentLogger } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

const AT = 1_767_225_600_000;

let db: Database;

beforeEach(() => {
  db = openDatabase(join(temporaryFolder(), 'engine.db'), { log: silentLogger() });
  onTestFinished(() => void db.close());
  for (const id of ['one', 'two']) {
    insertWebhook(db, {
      id,
      fileName: id,
      tokenPrefix: '',
      tokenHash: '',
      enabled: 1,
      signature: 'stripe',
      signatureSecret: '',
      formBodies: 0,
      createdBy: '',
      createdAt: 1,
      updatedAt: 1,
      lastUsedAt: null,
    });
  }
});

const signature = (code: string, webhookId = 'one', signedAt = AT) => ({
  webhookId,
  code,
  signedAt,
});
const count = (): unknown => db.prepare('SELECT count(*) FROM used_signature').pluck().get();

it('a signature is used once for each webhook', () => {
  expect(useSignature(db, signature('a'), AT)).toBe('first');
  expect(useSignature(db, signature('a'), AT)).toBe('repeated');
  expect(useSignature(db, signature('b'), AT)).toBe('first');
  expect(useSignature(db, signature('a', 'two'), AT)).toBe('first');
  expect(isUsed(db, signature('a'))).toBe(true);
  expect(isUsed(db, signature('b', 'two'))).toBe(false);
});

it('the use of a signature is kept for longer than its time holds, and not for ever', () => {
  useSignature(db, signature('a'), AT);

  useSignature(db, signature('b', 'one', AT + KEPT_MS), AT + KEPT_MS);
  const kept = isUsed(db, signature('a'));
  useSignature(db, signature('c', 'one', AT + KEPT_MS), AT + KEPT_MS + 1);

  expect(kept).toBe(true);
  expect(isUsed(db, signature('a'))).toBe(false);
  expect(count()).toBe(2);
});

it('no more signatures are kept of a webhook than there is room for, and none is forgotten for another', () => {
  db.transaction(() => {
    for (let at = 0; at < MAX_USED_SIGNATURES; at += 1) {
      db.prepare('INSERT INTO used_signature VALUES (?, ?, ?)').run('one', String(at), AT);
    }
  })();

  expect(useSignature(db, signature('more'), AT)).toBe('full');
  expect(useSignature(db, signature('0'), AT)).toBe('repeated');
  expect(useSignature(db, signature('more', 'two'), AT)).toBe('first');
  expect(count()).toBe(MAX_USED_SIGNATURES + 1);
});

it('the signatures of a webhook go with it', () => {
  useSignature(db, signature('a'), AT);
  useSignature(db, signature('a', 'two'), AT);

  deleteWebhook(db, 'one');

  expect(count()).toBe(1);
});
