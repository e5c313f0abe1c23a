import { errorStatus, wireError } from '../../../engine/contract/errors.ts';
import { API_PREFIX } from '../../../engine/contract/rest.ts';
import { document, misfit, resolved, validatorAt, type Described } from './document.ts';

export interface GivenAnswer {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** Refusals of requests that were not read: any address can give them. */
const ofAnyAddress = new Set([405, 408, 413, 415, 431]);

/** What an answer has that the OpenAPI document does not say; empty when it fits. */
export function misfitOf(answer: GivenAnswer): string {
  const { method, target, status } = answer;
  const problem = problemOf(answer);
  return problem === '' ? '' : `${method} ${target} was answered ${status}, but ${problem}`;
}

function problemOf(answer: GivenAnswer): string {
  const found = findOperation(answer.method, answer.target);
  if (found === undefined || answer.method === 'HEAD') return errorProblem(answer);
  const [path, method, operation] = found;
  const response = operation.responses[answer.status];
  if (response === undefined) {
    return ofAnyAddress.has(answer.status)
      ? errorProblem(answer)
      : `${operation.operationId} has no such status`;
  }
  // An engine that is unwell reports on itself; every other failure is an error.
  const isReport = operation.operationId === 'system.health' && answer.status === 503;
  if (answer.status >= 400 && !isReport) {
    const { content } = resolved(response);
    return errorProblem(answer, Object.keys(content?.['application/json']?.examples ?? {}));
  }
  const [type = ''] = answer.contentType.split(';');
  if (response.content === undefined) {
    return type === '' && answer.text === '' ? '' : 'it should have no body';
  }
  if (response.content[type] === undefined) return `it is ${type || 'of no type'}`;
  if (type !== 'application/json') return '';
  const place = ['paths', path, method, 'responses', answer.status, 'content', type, 'schema'];
  return misfit(validatorAt(...place), JSON.parse(answer.text));
}

/** An error has the one shape, and a code that goes with its status: of an operation, one that it names. */
function errorProblem(
  { status, text, contentType, method }: GivenAnswer,
  named?: readonly string[],
): string {
  if (status < 400 || method === 'HEAD') return '';
  if (!contentType.startsWith('application/json')) return `it is ${contentType || 'of no type'}`;
  const parsed = wireError().strict().safeParse(JSON.parse(text));
  if (!parsed.success) return `its body is no error: ${parsed.error.message}`;
  const { code } = parsed.data;
  const isRight = named?.includes(code) ?? (errorStatus[code] === status || status === 431);
  return isRight ? '' : `its code is ${code}`;
}

/** The operation that an address reaches: fixed parts of a path come before names in braces. */
function findOperation(
  method: string,
  target: string,
): readonly [path: string, method: string, operation: Described] | undefined {
  const pathname = target.split(/[?#]/, 1)[0] ?? '';
  if (!pathname.startsWith(`${API_PREFIX}/`)) return undefined;
  const asked = pathname.slice(API_PREFIX.length).split('/');
  const verb = method.toLowerCase();
  const fitting = Object.keys(document.paths)
    .filter((path) => document.paths[path]?.[verb] !== undefined && reaches(path, asked))
    .toSorted((one, other) => one.split('{').length - other.split('{').length);
  const [path = ''] = fitting;
  const operation = document.paths[path]?.[verb];
  return operation === undefined ? undefined : [path, verb, operation];
}

function reaches(path: string, asked: readonly string[]): boolean {
  const wanted = path.split('/');
  return (
    wanted.length === asked.length &&
    wanted.every((part, at) => (part.startsWith('{') ? asked[at] !== '' : part === asked[at]))
  );
}
