import {
  toWireError,
  type EngineError,
  type ErrorCode,
  type WireError,
} from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import {
  operations,
  type CallEngine,
  type Caller,
  type OperationName,
} from '../../contract/operations.ts';
import type { Audit, NewAuditEntry } from './audit.ts';
import { actorAfter, actorOf } from './audit-actor.ts';
import { targetOf } from './audit-target.ts';

/** A request that was refused on its way to an operation, by the guard or for its credentials. */
export interface Refusal {
  readonly error: EngineError;
  readonly caller: Caller;
  /** Method and path, without the query. */
  readonly request: string;
  /** Size of its body, as far as its headers say. */
  readonly bytes: number;
}

export interface AuditedCalls {
  readonly call: CallEngine;
  /** Notes a refusal, unless `call` has. */
  readonly refused: (refusal: Refusal) => void;
}

const MAX_LETTERS = 300;
const refusing: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'forbidden', 'rate_limited']);

/** Notes in the audit log every call that changes something, and every one that is refused. */
export function auditCalls(
  inner: CallEngine,
  audit: Audit,
  isUser: (username: string) => boolean,
): AuditedCalls {
  const noted = new WeakSet<object>();

  const call = async (name: OperationName, rawInput: unknown, caller: Caller): Promise<unknown> => {
    const operation: Operation = operations[name];
    const entry = (output: unknown, error: WireError | null): NewAuditEntry => ({
      ...(error === null ? actorAfter(name, caller, output) : actorOf(caller)),
      ...outcomeOf(error),
      operation: name,
      target: targetOf(operation, { input: rawInput, output }, isUser),
    });
    try {
      const output = await inner(name, rawInput, caller);
      if (isAudited(operation)) audit.record(entry(output, null));
      return output;
    } catch (error) {
      const wire = toWireError(error);
      if (refusing.has(wire.code) || isAudited(operation)) audit.record(entry(undefined, wire));
      if (error instanceof Error) noted.add(error);
      throw error;
    }
  };

  return {
    // One function for all names: each gives what its own operation gives.
    call: call as CallEngine,
    refused: ({ error, caller, request }) => {
      if (!refusing.has(error.code) || noted.has(error)) return;
      const target = request.slice(0, MAX_LETTERS);
      const entry = { ...actorOf(caller), ...outcomeOf(toWireError(error)) };
      audit.record({ ...entry, operation: 'request', target });
    },
  };
}

/** Whether calls of an operation stand in the log when they succeed or fail. Refused ones always do. */
function isAudited({ audited, access, method }: Operation): boolean {
  return audited ?? (access !== 'public' && access !== 'viewer' && method !== 'get');
}

function outcomeOf(error: WireError | null) {
  if (error === null) return { outcome: 'done' as const, code: '', message: '' };
  const outcome = refusing.has(error.code) ? ('refused' as const) : ('failed' as const);
  return { outcome, code: error.code, message: wordsOf(error).slice(0, MAX_LETTERS) };
}

/** What is wrong with an input may be said by quoting it, so of that only the fields are named. */
function wordsOf({ code, message, details }: WireError): string {
  if (code !== 'bad_request') return message;
  const fields = Object.keys(details?.['fields'] ?? {});
  return fields.length === 0 ? 'The input is not valid.' : `Not valid: ${fields.join(', ')}.`;
}
