import { checkAccess } from '../contract/access.ts';
import { EngineError, NO_PATH } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import { operationNames, operations } from '../contract/operations.ts';
import { EVENTS_PATH, RUN_EVENTS_PATH } from '../contract/rest.ts';
import { callerOf } from './caller.ts';
import { pathOf, type Request, type RequestHandler, type Response } from './exchange.ts';

type Route = Pick<Operation, 'method' | 'path' | 'access' | 'audited'>;

const routes: readonly Route[] = [
  { method: 'get', path: EVENTS_PATH, access: 'viewer' },
  { method: 'get', path: RUN_EVENTS_PATH, access: 'viewer' },
  ...operationNames.map((name) => operations[name]),
];

/**
 * Answers what no route below the prefix took: OPTIONS, a method that the path does not have, an unknown path. What there
 * is and what not is told to those who may read, and of what anybody may ask to anybody.
 */
export const answerUnmatched: RequestHandler = (request, response) => {
  const found = routes.filter(({ path }) => matches(path, pathOf(request)));
  if (!found.some(({ access }) => access === 'public')) checkAccess('viewer', callerOf(request));
  if (found.length === 0) throw notFound(request);
  const methods = found.map(({ method }) => method.toUpperCase());
  refuseMethod(request, response, found.some(takesHead) ? [...methods, 'HEAD'] : methods);
};

/** HEAD answers as GET, unless a GET changes something: looking must not. */
export function takesHead({ method, audited }: Pick<Operation, 'method' | 'audited'>): boolean {
  return method === 'get' && audited !== true;
}

function matches(path: string, asked: string): boolean {
  const [want, got] = [path.split('/'), asked.split('/')];
  return (
    want.length === got.length &&
    want.every((part, index) => (part.startsWith('{') ? got[index] !== '' : part === got[index]))
  );
}

/** Answers OPTIONS and refuses the rest; both name the methods that the path has. No CORS header: nobody may preflight. */
export function refuseMethod(request: Request, response: Response, has: readonly string[]): void {
  const allowed = [...new Set(has), 'OPTIONS'].join(', ');
  response.setHeader('Allow', allowed);
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  throw new EngineError(
    'method_not_allowed',
    `Method ${request.method} is not allowed. Allowed methods: ${allowed}.`,
  );
}

/** Answers what lies outside of everything that is served. */
export const answerNothing: RequestHandler = (request) => {
  throw notFound(request);
};

/** The answer where no operation has this path and method. */
export function notFound({ method }: Request): EngineError {
  return new EngineError('not_found', `${NO_PATH} for ${method}.`);
}
