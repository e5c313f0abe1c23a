import type { z } from 'zod';
import type { Role } from './auth.ts';
import { apiKeyOperations } from './operations/api-keys.ts';
import { auditOperations } from './operations/audit.ts';
import { authOperations } from './operations/auth.ts';
import { dagOperations } from './operations/dags.ts';
import { importOperations } from './operations/imports.ts';
import { keychainOperations } from './operations/keychain.ts';
import { nodeOperations } from './operations/nodes.ts';
import { queueOperations } from './operations/queues.ts';
import { runChangeOperations } from './operations/run-changes.ts';
import { runOperations } from './operations/runs.ts';
import { scheduleOperations } from './operations/schedule.ts';
import { subRunOperations } from './operations/sub-runs.ts';
import { syncOperations } from './operations/sync.ts';
import { systemOperations } from './operations/system.ts';
import { maintenanceOperations } from './operations/maintenance.ts';
import { userOperations } from './operations/users.ts';
import { webhookOperations } from './operations/webhooks.ts';
import type { Operation } from './operation.ts';
import { shape, type ValueOf } from './shape.ts';

/**
 * Everything the engine can be asked to do, by name. REST routes, IPC calls, clients, the access check and the
 * OpenAPI document are generated from this object, so an operation added here reaches all of them or does not compile.
 */
export const operations = madeOnce({
  ...systemOperations,
  ...dagOperations,
  ...runOperations,
  ...runChangeOperations,
  ...subRunOperations,
  ...queueOperations,
  ...scheduleOperations,
  ...maintenanceOperations,
  ...authOperations,
  ...userOperations,
  ...apiKeyOperations,
  ...webhookOperations,
  ...auditOperations,
  ...nodeOperations,
  ...keychainOperations,
  ...syncOperations,
  ...importOperations,
});

/** Each call parses its input, so the shapes of the tables are kept once they are made. */
function madeOnce<T extends Readonly<Record<string, Operation>>>(all: T): T {
  const each = Object.entries(all).map(([name, operation]) => [
    name,
    { ...operation, input: shape(operation.input), output: shape(operation.output) },
  ]);
  // Object.fromEntries forgets the keys and what belongs to each; nothing of it has changed.
  return Object.fromEntries(each) as T;
}

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** What a caller sends: fields with a default may be left out. */
export type OperationCall<N extends OperationName> = z.input<ReturnType<Operations[N]['input']>>;
/** What a handler gets: parsed, with defaults filled in. */
export type OperationInput<N extends OperationName> = ValueOf<Operations[N]['input']>;
export type OperationOutput<N extends OperationName> = ValueOf<Operations[N]['output']>;

/** One function per operation; `services/` provides them. */
export type OperationHandlers = {
  readonly [N in OperationName]: (
    input: OperationInput<N>,
    caller: Caller,
  ) => Promise<OperationOutput<N>> | OperationOutput<N>;
};

/** On whose behalf a call is made. */
export interface Caller {
  /** Name of the user or of the API key; `local` for the owner of this machine, empty for nobody. */
  readonly name: string;
  /** Null: has not been authenticated. */
  readonly role: Role | null;
  readonly kind: 'owner' | 'socket' | 'user' | 'api_key' | 'basic' | 'nobody';
  /** The user, or whoever created the API key; empty where there is none. */
  readonly userId: string;
  /** Where the call comes from: an address such as `127.0.0.1`, or `window`, `cli`, `socket`. */
  readonly origin: string;
  /** Whether a proxy that the settings do not name stands between; false when left out. */
  readonly isProxied?: boolean;
  /** When the credentials end by themselves, milliseconds since the epoch; never when left out. */
  readonly expiresAt?: number;
  /** Instance ids of the engines that have passed the call on; none when left out. */
  readonly via?: readonly string[];
  /** Aborts when whoever calls does not wait for the answer any more; never when left out. */
  readonly gone?: AbortSignal;
}

/** The person at this machine: the window, the CLI in process, and REST in `auth.mode: none`. */
export const localOwner: Caller = {
  name: 'local',
  role: 'admin',
  kind: 'owner',
  userId: '',
  origin: 'cli',
};

/** Whatever runs as the engine's user and opened its socket: the CLI of the owner, or a step as well. */
export const socketOwner: Caller = { ...localOwner, kind: 'socket', origin: 'socket' };

/** Whoever has shown no credentials. */
export const nobody: Caller = { name: '', role: null, kind: 'nobody', userId: '', origin: '' };

/** The single way into the engine. Transports pass their input through unparsed. */
export type CallEngine = <N extends OperationName>(
  name: N,
  rawInput: unknown,
  caller: Caller,
) => Promise<OperationOutput<N>>;

// Object.keys forgets its keys' type; this object is closed, so they are all names.
export const operationNames = Object.keys(operations) as OperationName[];

/** Whether somebody else’s text names an operation. */
export function isOperationName(name: unknown): name is OperationName {
  return typeof name === 'string' && Object.hasOwn(operations, name);
}
