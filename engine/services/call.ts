import type { z } from 'zod';
import type { Config } from '../config/config.ts';
import { EngineError, toWireError } from '../contract/errors.ts';
import {
  operations,
  type CallEngine,
  type Caller,
  type OperationHandlers,
  type OperationName,
} from '../contract/operations.ts';
import type { Operation } from '../contract/operation.ts';
import { isDiskTrouble } from '../lib/disk-trouble.ts';
import type { Logger } from '../lib/logger.ts';
import { workingFor } from '../lib/request-work.ts';
import { stemOf } from '../platform/dag-file-names.ts';
import type { RemoteNodes } from '../remotes/remote-nodes.ts';
import { isDamage } from '../storage/database-damage.ts';
import { checkCall, checkFields } from './check-call.ts';
import type { DagCatalog } from './catalog/dag-catalog.ts';
import type { DatabaseGuard } from './home/database-guard.ts';
import { unknownFields, type UnknownField } from './unknown-fields.ts';

interface Dependencies {
  readonly config: Pick<Config, 'auth' | 'permissions' | 'metrics' | 'gitSync'>;
  readonly log: Logger;
  readonly nodes: Pick<RemoteNodes, 'forward'>;
  readonly guard: Pick<DatabaseGuard, 'noteDamage' | 'problem'>;
  readonly catalog: Pick<DagCatalog, 'warm'>;
}

/** The single way in: checks the caller, parses the input, runs the handler. */
export function createCall(
  handlers: OperationHandlers,
  { config, log, nodes, guard, catalog }: Dependencies,
): CallEngine {
  // The handler of a name takes the parsed input of that name: the map's type says so, and an index loses it.
  const byName = handlers as unknown as Record<
    OperationName,
    (input: unknown, caller: Caller) => unknown
  >;
  const call = async (name: OperationName, rawInput: unknown, caller: Caller): Promise<unknown> => {
    checkCall(operations[name], caller, config);
    const input = parseInput(operations[name], rawInput);
    checkFields(operations[name], input, { caller, settings: config });
    try {
      const elsewhere = nodes.forward({ name, rawInput, parsed: input, caller });
      if (elsewhere !== null) return await elsewhere;
      const work = { lane: laneOf(caller), gone: caller.gone };
      return await workingFor(work, async () => {
        await warmNamed(catalog, input);
        return byName[name](input, caller);
      });
    } catch (error) {
      if (error instanceof EngineError) throw error;
      if (isDiskTrouble(error)) {
        const message = `Cannot write to the disk: ${error.message}.`;
        throw new EngineError('service_unavailable', message, { cause: error });
      }
      if (isDamage(error)) {
        guard.noteDamage(error);
        const message = guard.problem() ?? error.message;
        throw new EngineError('service_unavailable', message, { cause: error });
      }
      // Logged here once, whatever transport asked; the caller learns no more than that.
      log.error('An operation failed', { operation: name, error });
      throw new EngineError('internal_error', toWireError(error).message, { cause: error });
    }
  };
  return call as CallEngine;
}

/** A user and the keys that they have made are one caller. */
function laneOf({ userId, name, origin }: Caller): string {
  return userId || name || origin;
}

/** Most handlers read the definition that their path names, at once. */
function warmNamed(catalog: Dependencies['catalog'], input: unknown): Promise<void> | undefined {
  const { fileName } = input as { readonly fileName?: unknown };
  return typeof fileName === 'string' ? catalog.warm(stemOf(fileName)) : undefined;
}

function parseInput(operation: Operation, rawInput: unknown): unknown {
  const unknown = unknownFields(operation, rawInput);
  const parsed = operation.input().safeParse(rawInput ?? {});
  if (parsed.success && unknown.length === 0) return parsed.data;
  const wrong = parsed.error?.issues ?? [];
  throw inputError([...unknown, ...wrong.map((issue) => wrongField(issue, operation))]);
}

/** Of wrong parts: who fixes a hundred finds the others then. */
const MAX_NAMED = 100;
/** Characters of the name of a field: an unknown one can have any length. */
const MAX_NAME = 200;

function inputError(problems: readonly UnknownField[]): EngineError {
  const fields = new Map<string, string>();
  for (const [path, problem] of problems.slice(0, MAX_NAMED)) {
    const name = path.slice(0, MAX_NAME);
    if (!fields.has(name)) fields.set(name, problem);
  }
  const [first = ['body', 'is not valid']] = fields;
  return new EngineError('bad_request', `${first[0]}: ${first[1]}`, {
    details: { fields: Object.fromEntries(fields) },
  });
}

/** Names a field as a body does. */
function wrongField(issue: z.core.$ZodIssue, { bodyNames = {} }: Operation): UnknownField {
  const name = issue.path.join('.') || 'body';
  return [bodyNames[name] ?? name, isMissing(issue) ? 'is required' : issue.message];
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.message.includes('received undefined');
}
