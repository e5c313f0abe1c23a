import { json, type Request, type RequestHandler, type Router } from 'express';
import { DEFAULT_BODY_LIMIT, type Operation } from '../contract/operation.ts';
import {
  operationNames,
  operations,
  type CallEngine,
  type OperationName,
} from '../contract/operations.ts';
import { fillPath, QUERY_FIELD, takesBody } from '../contract/rest.ts';
import { EngineError } from '../contract/errors.ts';
import { answer, answerText } from './answer.ts';
import { rememberStatuses } from './send-error.ts';
import { callerOf } from './caller.ts';
import { refuseEmbeddedGet } from './guard.ts';

/** Adds one route for each operation of the contract. No route to an operation is written by hand. */
export function addOperations(router: Router, call: CallEngine): void {
  for (const name of operationNames.toSorted(fixedSegmentsFirst)) {
    const operation: Operation = operations[name];
    const path = fillPath(operation.path, (field) => `:${field}`);
    router[operation.method](path, ...bodyReader(operation), async (request, response) => {
      refuseEmbeddedGet(operation, request.headers.accept);
      rememberStatuses(response, operation);
      const output = await call(name, readInput(operation, request), callerOf(request));
      if (operation.contentType === undefined)
        answer(response, statusOf(operation, output), output);
      else answerText(response, operation.contentType, output as string);
    });
  }
}

/** `/dags/tags` has to be tried before `/dags/{fileName}`: a tilde sorts behind every character of a path. */
function fixedSegmentsFirst(one: OperationName, other: OperationName): number {
  const [left, right] = [one, other].map((name) => fillPath(operations[name].path, () => '~'));
  return left === right || left === undefined || right === undefined ? 0 : left < right ? -1 : 1;
}

/** The guard has let only JSON pass. Compressed bodies are refused: they could grow past any limit. */
function bodyReader(operation: Operation): RequestHandler[] {
  if (!takesBody(operation)) return [];
  const limit = operation.bodyLimit ?? DEFAULT_BODY_LIMIT;
  return [json({ limit, strict: false, inflate: false, type: () => true })];
}

function readInput(operation: Operation, { query, body, params }: Request): unknown {
  if (!takesBody(operation)) return { ...query, ...params };
  const fromQuery = query[QUERY_FIELD] === undefined ? {} : { [QUERY_FIELD]: query[QUERY_FIELD] };
  const fromBody = bodyFields(operation, objectBody(body));
  for (const [name, value] of Object.entries(params)) checkSame(name, value, fromBody[name]);
  return { ...fromBody, ...fromQuery, ...params };
}

/** The body by the names of the input. */
function bodyFields({ bodyNames = {} }: Operation, body: object): Record<string, unknown> {
  const fields = new Map(Object.entries(bodyNames).map(([field, name]) => [name, field]));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [fields.get(name) ?? name, value]),
  );
}

// A body must not be able to turn a call to another run, nor be silently passed over.
function checkSame(name: string, inPath: unknown, inBody: unknown): void {
  if (inBody === undefined || inBody === inPath) return;
  throw new EngineError('bad_request', `${name}: the body names another one than the path`, {
    details: { fields: { [name]: 'differs from the path' } },
  });
}

function objectBody(body: unknown): object {
  if (body === undefined) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new EngineError('bad_request', 'The body must be a JSON object.');
}

/** An unhealthy engine answers with its report and not with an error, yet with a status that probes understand. */
function statusOf(operation: Operation, output: unknown): number {
  const isHealth = operation === operations['system.health'];
  if (isHealth && (output as { status?: unknown }).status === 'unhealthy') return 503;
  return operation.status ?? 200;
}
