import type { z } from 'zod';
import { dagOperations } from './operations/dags.ts';
import { queueOperations } from './operations/queues.ts';
import { runChangeOperations } from './operations/run-changes.ts';
import { runOperations } from './operations/runs.ts';
import { scheduleOperations } from './operations/schedule.ts';
import { subRunOperations } from './operations/sub-runs.ts';
import { systemOperations } from './operations/system.ts';
import { upkeepOperations } from './operations/upkeep.ts';

/**
 * Everything the engine can be asked to do, by name. REST routes, IPC calls, clients, the access check and the
 * OpenAPI document are generated from this object, so an operation added here reaches all of them or does not compile.
 */
export const operations = {
  ...systemOperations,
  ...dagOperations,
  ...runOperations,
  ...runChangeOperations,
  ...subRunOperations,
  ...queueOperations,
  ...scheduleOperations,
  ...upkeepOperations,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** What a caller sends: fields with a default may be left out. */
export type OperationCall<N extends OperationName> = z.input<Operations[N]['input']>;
/** What a handler gets: parsed, with defaults filled in. */
export type OperationInput<N extends OperationName> = z.output<Operations[N]['input']>;
export type OperationOutput<N extends OperationName> = z.output<Operations[N]['output']>;

/** One function per operation; `services/` provides them. */
export type OperationHandlers = {
  readonly [N in OperationName]: (
    input: OperationInput<N>,
    caller: Caller,
  ) => Promise<OperationOutput<N>> | OperationOutput<N>;
};

/** On whose behalf a call is made. `role: null` has not been authenticated. */
export interface Caller {
  readonly name: string;
  readonly role: 'admin' | 'manager' | 'operator' | 'viewer' | null;
}

/** The person at this machine: the window, the CLI in process, and REST in `auth.mode: none`. */
export const localOwner: Caller = { name: 'local', role: 'admin' };

/** The single way into the engine. Transports pass their input through unparsed. */
export type CallEngine = <N extends OperationName>(
  name: N,
  rawInput: unknown,
  caller: Caller,
) => Promise<OperationOutput<N>>;

// Object.keys forgets its keys' type; this object is closed, so they are all names.
export const operationNames = Object.keys(operations) as OperationName[];

export function isOperationName(name: unknown): name is OperationName {
  return typeof name === 'string' && Object.hasOwn(operations, name);
}
