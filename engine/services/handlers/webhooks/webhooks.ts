import { randomUUID } from 'node:crypto';
import { createSeal, type Seal } from '../../../auth/seal.ts';
import { randomText } from '../../../auth/token-texts.ts';
import { EngineError } from '../../../contract/errors.ts';
import type {
  OperationHandlers,
  OperationInput,
  OperationOutput,
} from '../../../contract/operations.ts';
import type { Webhook } from '../../../contract/webhook.ts';
import { isoTime } from '../../../lib/clock.ts';
import { stemOf } from '../../../platform/dag-file-names.ts';
import { deliveriesOf } from '../../../storage/webhook-deliveries.ts';
import {
  allWebhooks,
  changeWebhook,
  insertWebhook,
  webhookOf,
  type WebhookPatch,
  type WebhookRow,
} from '../../../storage/webhooks.ts';
import { requireDag } from '../../find.ts';
import { cursorId } from '../../page-of.ts';
import type { EngineServices } from '../../engine-services.ts';
import { noWebhook } from './check-sender.ts';
import { deliverSample } from './deliver-sample.ts';
import { sendsForms, setupOf } from './sender-setup.ts';
import { triggerWebhook } from './trigger-webhook.ts';
import { dropWebhook, newWebhookToken } from '../../webhook-tokens.ts';

type Name =
  | 'webhooks.trigger'
  | 'webhooks.list'
  | 'webhooks.get'
  | 'webhooks.create'
  | 'webhooks.delete'
  | 'webhooks.regenerate'
  | 'webhooks.toggle'
  | 'webhooks.setSignature'
  | 'webhooks.update'
  | 'webhooks.setup'
  | 'webhooks.test'
  | 'webhooks.deliveries';

/** Webhooks: made for a DAG, triggered by those who have the token. */
export function webhookHandlers(services: EngineServices): Pick<OperationHandlers, Name> {
  const { db, writes, webhookTokens, engineSecret } = services;
  const seal = createSeal(engineSecret.get);

  return {
    'webhooks.trigger': (input, caller) => triggerWebhook(services, seal, { input, caller }),
    'webhooks.list': () => ({ webhooks: allWebhooks(db).map(present) }),
    'webhooks.get': ({ fileName }) => present(requireWebhook(services, fileName)),
    'webhooks.create': async ({ fileName }, { userId }) => {
      const { file } = requireDag(services, fileName);
      return create(services, file.fileName, userId);
    },
    'webhooks.delete': async ({ fileName }) => {
      const stem = stemOf(fileName);
      const isGone = await writes.commitSynced((database) =>
        dropWebhook(webhookTokens, database, stem),
      );
      if (!isGone) throw noWebhook(stem);
    },
    'webhooks.regenerate': async ({ fileName }) => {
      requireWebhook(services, fileName);
      const { token, ...stored } = await newWebhookToken();
      return { webhook: await change(services, fileName, stored), token };
    },
    'webhooks.toggle': ({ fileName, enabled }) =>
      change(services, fileName, { enabled: enabled ? 1 : 0 }),
    'webhooks.setSignature': (input) => setSignature(services, seal, input),
    'webhooks.update': ({ fileName, formBodies }) =>
      change(services, fileName, { formBodies: formBodies ? 1 : 0 }),
    'webhooks.setup': ({ fileName }) =>
      setupOf(services.config, requireWebhook(services, fileName)),
    'webhooks.test': ({ fileName, payload }) =>
      deliverSample(services, seal, { webhook: requireWebhook(services, fileName), payload }),
    'webhooks.deliveries': (input) => deliveries(services, input),
  };
}

async function create(
  { writes, clock }: EngineServices,
  fileName: string,
  createdBy: string,
): Promise<OperationOutput<'webhooks.create'>> {
  const { token, ...stored } = await newWebhookToken();
  const now = clock.now();
  const row: WebhookRow = {
    id: randomUUID(),
    fileName,
    ...stored,
    enabled: 1,
    signature: 'none',
    signatureSecret: '',
    formBodies: 0,
    createdBy,
    createdAt: now,
    updatedAt: now,
    lastUsedAt: null,
  };
  await writes.commitSynced((db) => {
    if (webhookOf(db, fileName) !== undefined) {
      throw new EngineError('already_exists', `DAG ${fileName} already has a webhook`);
    }
    insertWebhook(db, row);
  });
  return { webhook: present(row), token };
}

async function setSignature(
  services: EngineServices,
  seal: Seal,
  { fileName, signature, secret: given }: OperationInput<'webhooks.setSignature'>,
): Promise<OperationOutput<'webhooks.setSignature'>> {
  if (signature === 'none') {
    if (given !== undefined) throw secretForNothing();
    const webhook = await change(services, fileName, { signature, signatureSecret: '' });
    return { webhook, secret: '' };
  }
  const secret = given ?? randomText();
  const before = requireWebhook(services, fileName);
  const signatureSecret = await seal.seal(secret, before.id);
  const isOther = signature !== before.signature;
  const forms = isOther ? { formBodies: sendsForms(signature) ? 1 : 0 } : {};
  const changes = { signature, signatureSecret, ...forms };
  return { webhook: await change(services, fileName, changes), secret };
}

function secretForNothing(): EngineError {
  const reason = 'has no effect without a signature';
  return new EngineError('bad_request', `secret: ${reason}`, {
    details: { fields: { secret: reason } },
  });
}

function deliveries(
  services: EngineServices,
  { fileName, limit, cursor }: OperationInput<'webhooks.deliveries'>,
): OperationOutput<'webhooks.deliveries'> {
  const { id } = requireWebhook(services, fileName);
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : cursorId(cursor);
  const found = deliveriesOf(services.db, id, { before, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    deliveries: shown.map(({ webhookId: _, receivedAt, ...rest }) => ({
      ...rest,
      receivedAt: isoTime(receivedAt),
    })),
    ...(found.length > limit && last !== undefined ? { nextCursor: String(last.id) } : {}),
  };
}

/** @throws EngineError `not_found`, for a name that no DAG can have as well. */
function requireWebhook({ db }: EngineServices, fileName: string): WebhookRow {
  const stem = stemOf(fileName);
  const webhook = webhookOf(db, stem);
  if (webhook === undefined) throw noWebhook(stem);
  return webhook;
}

/** Changes a webhook and forgets that its token was verified: what counts now is looked up again. */
async function change(
  { writes, clock, webhookTokens }: EngineServices,
  fileName: string,
  patch: Omit<WebhookPatch, 'updatedAt'>,
): Promise<Webhook> {
  const stem = stemOf(fileName);
  const row = await writes.commitSynced((db) =>
    changeWebhook(db, stem, { ...patch, updatedAt: clock.now() }),
  );
  if (row === undefined) throw noWebhook(stem);
  webhookTokens.delete(row.id);
  return present(row);
}

function present(row: WebhookRow): Webhook {
  const { id, fileName, tokenPrefix, enabled, signature, formBodies, createdBy, lastUsedAt } = row;
  return {
    id,
    dagName: fileName,
    tokenPrefix,
    enabled: enabled === 1,
    signature,
    formBodies: formBodies === 1,
    createdBy,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    ...(lastUsedAt === null ? {} : { lastUsedAt: isoTime(lastUsedAt) }),
  };
}
