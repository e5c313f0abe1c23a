import type { Router } from 'express';
import { accessOf, reaches } from '../contract/access.ts';
import type { Download } from '../contract/download.ts';
import { DEFAULT_BODY_LIMIT, type Operation } from '../contract/operation.ts';
import {
  operationNames,
  operations,
  type CallEngine,
  type Caller,
  type OperationName,
} from '../contract/operations.ts';
import { fillPath, QUERY_FIELD, takesBody } from '../contract/rest.ts';
import { EngineError } from '../contract/errors.ts';
import { noteAccess } from './access-log.ts';
import { answerInTurns, answerText } from './answer.ts';
import { checkFieldCount } from './body-bounds.ts';
import type { Request, RequestHandler } from './exchange.ts';
import { goneWith } from './gone-with.ts';
import { readBody, readJson } from './read-body.ts';
import { sendDownload } from './send-download.ts';
import { rememberStatuses } from './send-error.ts';
import { routeGroups } from './route-groups.ts';
import { answerUnmatched, takesHead } from './unmatched.ts';
import { callerOf, callerOrNobody } from './caller.ts';
import type { Standing } from './standing.ts';
import { refuseEmbeddedGet } from './guard.ts';
import { readQuery } from './read-query.ts';

/**
 * Answers each operation of the contract, by one route each, and refuses what none of them takes. No route to an operation
 * is written by hand.
 */
export function answerOperations(call: CallEngine, standing: Standing): RequestHandler {
  const routes = operationNames.map((name) => ({ name, path: operations[name].path }));
  const add = (router: Router, own: readonly Route[]): void => {
    for (const { name } of own.toSorted(fixedSegmentsFirst))
      addOperation(router, name, { call, standing });
  };
  return routeGroups(routes, add, answerUnmatched);
}

interface Route {
  readonly name: OperationName;
  readonly path: string;
}

/** `/dags/tags` has to be tried before `/dags/{fileName}`: a tilde sorts behind every character of a path. */
function fixedSegmentsFirst(one: Route, other: Route): number {
  const [left, right] = [one, other].map(({ path }) => fillPath(path, () => '~'));
  return left === right || left === undefined || right === undefined ? 0 : left < right ? -1 : 1;
}

interface Answering {
  readonly call: CallEngine;
  readonly standing: Standing;
}

function addOperation(router: Router, name: OperationName, { call, standing }: Answering): void {
  const operation: Operation = operations[name];
  const path = fillPath(operation.path, (field) => `:${field}`);
  const watched = isAboutRights(name) ? [] : [standing.from(accessOf(operation))];
  router[operation.method](path, ...watched, async (request: Request, response, next) => {
    if (request.method === 'HEAD' && !takesHead(operation)) return next();
    refuseEmbeddedGet(operation, request.headers);
    rememberStatuses(response, operation);
    noteAccess(response, operation);
    const caller = callerFor(operation, request);
    // Who may not call any more when the body is there has not called.
    const input = await standing.during(request, readInput(operation, request, caller));
    const output = await standing.during(request, call(name, input, caller));
    const { contentType, download } = operation;
    if (contentType === undefined)
      await answerInTurns(response, statusOf(operation, output), output);
    else if (download) {
      const sent = sendDownload(response, contentType, output as Download);
      await standing.during(request, sent);
    } else answerText(response, contentType, output as string);
  });
}

/** Who takes the own session or key away is told that it is done. */
const isAboutRights = (name: OperationName): boolean => /^(auth|users|apiKeys)\./.test(name);

/** Anybody may ask for what is public, with whatever credentials. */
function callerFor({ access }: Operation, request: Request): Caller {
  const caller = access === 'public' ? callerOrNobody(request) : callerOf(request);
  return { ...caller, gone: goneWith(request.socket) };
}

async function readInput(
  operation: Operation,
  request: Request,
  caller: Caller,
): Promise<Record<string, unknown>> {
  const { params } = request;
  const query = readQuery(request);
  const fromHeaders = headerFields(operation, request);
  if (!takesBody(operation)) return { ...query, ...fromHeaders, ...params };
  const fromQuery = query[QUERY_FIELD] === undefined ? {} : { [QUERY_FIELD]: query[QUERY_FIELD] };
  // Who may not call is refused all the same, and learns nothing about a body that nobody reads.
  const mayCall = reaches(accessOf(operation), caller);
  const fromBody = mayCall ? await readFields(operation, request) : {};
  for (const [name, value] of Object.entries(params)) checkSame(name, value, fromBody[name]);
  return { ...fromBody, ...fromQuery, ...fromHeaders, ...params };
}

/** Each of them, so that nothing else can stand in for a header that was not sent. */
function headerFields({ headers = {} }: Operation, request: Request): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).map(([field, header]) => [field, request.headers[header]]),
  );
}

async function readFields(
  operation: Operation,
  request: Request,
): Promise<Record<string, unknown>> {
  const { wholeBody, bodyLimit = DEFAULT_BODY_LIMIT } = operation;
  if (wholeBody === undefined)
    return bodyFields(operation, objectBody(await readJson(request, bodyLimit)));
  const bytes = (await readBody(request, bodyLimit)) ?? Buffer.alloc(0);
  return { [wholeBody.field]: bytes.toString('base64') };
}

/** The fields of a body by the names of the input. The names that only those have are no fields of it. */
function bodyFields({ bodyNames = {} }: Operation, body: object): Record<string, unknown> {
  const fields = new Map(Object.entries(bodyNames).map(([field, name]) => [name, field]));
  const inner = Object.keys(body).find((name) => Object.hasOwn(bodyNames, name));
  if (inner !== undefined) {
    const problem = `unknown field; did you mean \`${bodyNames[inner] ?? ''}\`?`;
    throw new EngineError('bad_request', `${inner}: ${problem}`, {
      details: { fields: { [inner]: problem } },
    });
  }
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [fields.get(name) ?? name, value]),
  );
}

// A body must not be able to turn a call to another run, nor be silently passed over.
function checkSame(name: string, inPath: unknown, inBody: unknown): void {
  if (inBody === undefined || inBody === inPath) return;
  throw new EngineError(
    'bad_request',
    `${name}: the value in the body differs from the one in the path`,
    {
      details: { fields: { [name]: 'differs from the path' } },
    },
  );
}

function objectBody(body: unknown): object {
  if (body === undefined) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    checkFieldCount(body);
    return body;
  }
  throw new EngineError('bad_request', 'The body must be a JSON object.');
}

/** An unhealthy engine answers with its report and not with an error, yet with a status that probes understand. */
function statusOf(operation: Operation, output: unknown): number {
  const isHealth = operation === operations['system.health'];
  if (isHealth && (output as { status?: unknown }).status === 'unhealthy') return 503;
  return operation.status ?? 200;
}
