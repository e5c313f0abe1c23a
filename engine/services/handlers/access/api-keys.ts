import { makeApiKey } from '../../../auth/api-keys.ts';
import type { ApiKey } from '../../../contract/auth.ts';
import { EngineError } from '../../../contract/errors.ts';
import type {
  OperationHandlers,
  OperationInput,
  OperationOutput,
} from '../../../contract/operations.ts';
import { isoTime } from '../../../lib/clock.ts';
import { newRunId } from '../../../lib/ids.ts';
import {
  allApiKeys,
  BASIC_MAKER,
  apiKeyById,
  apiKeyByName,
  deleteApiKey,
  insertApiKey,
  updateApiKey,
  type ApiKeyRow,
} from '../../../storage/api-keys.ts';
import type { Database } from '../../../storage/database.ts';
import type { EngineServices } from '../../engine-services.ts';

type Name = 'apiKeys.list' | 'apiKeys.create' | 'apiKeys.get' | 'apiKeys.update' | 'apiKeys.delete';

/** API keys of builtin mode. */
export function apiKeyHandlers(services: EngineServices): Pick<OperationHandlers, Name> {
  const { db, writes, auth } = services;
  return {
    'apiKeys.list': () => ({ apiKeys: allApiKeys(db).map(toApiKey) }),
    'apiKeys.create': (input, { kind, userId }) =>
      create(services, input, kind === 'basic' ? BASIC_MAKER : userId),
    'apiKeys.get': ({ keyId }) => ({ apiKey: toApiKey(requireKey(db, keyId)) }),
    'apiKeys.update': async (input) => ({ apiKey: toApiKey(await update(services, input)) }),
    'apiKeys.delete': async ({ keyId }) => {
      await writes.commitSynced((open) => deleteApiKey(open, requireKey(open, keyId).id));
      auth.apiKeys.forget(keyId);
    },
  };
}

async function create(
  { db, writes, clock }: EngineServices,
  { name, description, role }: OperationInput<'apiKeys.create'>,
  createdBy: string,
): Promise<OperationOutput<'apiKeys.create'>> {
  requireFreeName(db, name);
  const { key, ...made } = await makeApiKey();
  const now = clock.now();
  const times = { createdAt: now, updatedAt: now, lastUsedAt: null };
  const row = { id: newRunId(now), name, description, role, createdBy, ...made, ...times };
  await writes.commitSynced((open) => {
    requireFreeName(open, name);
    insertApiKey(open, row);
  });
  return { apiKey: toApiKey(row), key };
}

function update(
  { writes, clock }: EngineServices,
  { keyId, name, description, role }: OperationInput<'apiKeys.update'>,
): Promise<ApiKeyRow> {
  return writes.commitSynced((open) => {
    const key = requireKey(open, keyId);
    if (name !== undefined && name !== key.name) requireFreeName(open, name);
    const after: ApiKeyRow = {
      ...key,
      name: name ?? key.name,
      description: description ?? key.description,
      role: role ?? key.role,
      updatedAt: clock.now(),
    };
    updateApiKey(open, after);
    return after;
  });
}

function requireKey(db: Database, keyId: string): ApiKeyRow {
  const key = apiKeyById(db, keyId);
  if (key === undefined) throw new EngineError('not_found', `API key ${keyId} not found`);
  return key;
}

function requireFreeName(db: Database, name: string): void {
  if (apiKeyByName(db, name) === undefined) return;
  throw new EngineError('already_exists', 'API key with this name already exists');
}

function toApiKey({
  id,
  name,
  description,
  role,
  keyPrefix,
  createdBy,
  ...row
}: ApiKeyRow): ApiKey {
  const times = { createdAt: isoTime(row.createdAt), updatedAt: isoTime(row.updatedAt) };
  const used = row.lastUsedAt === null ? {} : { lastUsedAt: isoTime(row.lastUsedAt) };
  return { id, name, description, role, keyPrefix, createdBy, ...times, ...used };
}
