import { errorStatus, wireError, type ErrorCode, type WireError } from '../errors.ts';
import { jsonSchema } from '../json-schema.ts';
import type { Operation } from '../operation.ts';
import type { OperationName } from '../operations.ts';
import { pathFields, takesBody } from '../rest.ts';

type Json = Record<string, unknown>;

/** What each code looks like. */
const samples: Readonly<Record<ErrorCode, Omit<WireError, 'code'>>> = {
  bad_request: {
    message: 'limit: Too big: expected number to be <=1000',
    details: { fields: { limit: 'Too big: expected number to be <=1000' } },
  },
  not_running: { message: 'Run 0199c2de of nightly-report is succeeded, not running' },
  unauthorized: { message: 'This requires authentication. Log in, or send an API key.' },
  forbidden: {
    message:
      'Insufficient permissions: this requires the role manager, and you have the role viewer.',
  },
  not_found: { message: 'DAG nightly-report not found' },
  method_not_allowed: { message: 'Method PUT is not allowed. Allowed methods: GET.' },
  timeout: {
    message: 'Run 0199c2de did not end in time. It continues in the background.',
    dagRunId: '0199c2de-7c1a-7d3e-9a51-3f0a8a6b2c11',
  },
  already_exists: { message: 'DAG nightly-report already exists' },
  already_running: { message: 'DAG nightly-report has an active run.' },
  max_run_reached: { message: 'DAG nightly-report has an active or queued run.' },
  conflict: {
    message:
      'DAG nightly-report was changed since you read it. Read it again, and decide what to keep.',
  },
  payload_too_large: {
    message: 'The body is larger than the limit of 1048576 bytes.',
  },
  unsupported_media_type: {
    message: 'The body must be JSON, with the header Content-Type: application/json.',
  },
  rate_limited: {
    message: 'Too many failed logins. Try again in 8 seconds.',
  },
  internal_error: {
    message: 'Internal error. See the log of the engine for details.',
  },
  service_unavailable: { message: 'The engine is stopping.' },
};

/** Codes that do not follow from the rest of an operation's entry. */
const ownCodes: Readonly<Partial<Record<OperationName, readonly ErrorCode[]>>> = {
  'dags.create': ['already_exists'],
  'dags.updateSpec': ['conflict'],
  'dags.rename': ['already_exists', 'already_running'],
  'dags.start': ['already_exists', 'already_running'],
  'dags.startSync': ['already_exists', 'timeout'],
  'dags.enqueue': ['already_exists', 'max_run_reached'],
  'runs.start': ['already_exists', 'max_run_reached'],
  'runs.enqueue': ['already_exists', 'max_run_reached'],
  'runs.reschedule': ['already_exists', 'max_run_reached'],
  'runs.stop': ['not_running'],
  'runs.retry': ['already_running'],
  'runs.setStepStatus': ['already_running'],
  'subRuns.setStepStatus': ['already_running'],
  'queues.move': ['already_running'],
  'auth.setup': ['rate_limited'],
  'auth.login': ['rate_limited'],
  'auth.oidcStart': ['not_found'],
  'auth.oidcFinish': ['not_found', 'rate_limited'],
  'users.create': ['already_exists'],
  'users.update': ['already_exists'],
  'apiKeys.create': ['already_exists'],
  'apiKeys.update': ['already_exists'],
  'webhooks.trigger': ['unauthorized', 'already_exists', 'max_run_reached', 'rate_limited'],
  'webhooks.create': ['already_exists'],
  'sync.publish': ['conflict'],
  'sync.publishAll': ['not_found', 'conflict'],
  'sync.discard': ['conflict'],
  'sync.accept': ['conflict'],
  'sync.resolve': ['conflict'],
  'sync.restore': ['conflict'],
};

/** The codes that any operation can answer with: the guard, a bug, and an engine that is about to stop. */
const always: readonly ErrorCode[] = [
  'bad_request',
  'forbidden',
  'internal_error',
  'service_unavailable',
];

/** Every code that an operation can answer with. */
export function codesOf(name: OperationName, operation: Operation): readonly ErrorCode[] {
  const { access, builtinOnly, privateBy } = operation;
  const mayAskWho = access !== 'public' || privateBy !== undefined;
  return [
    ...new Set<ErrorCode>([
      ...always,
      ...(mayAskWho ? (['unauthorized', 'rate_limited'] as const) : []),
      ...(builtinOnly === undefined ? [] : [builtinOnly]),
      ...(pathFields(operation).length === 0 ? [] : (['not_found'] as const)),
      ...(takesBody(operation) ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
      ...(ownCodes[name] ?? []),
    ]),
  ];
}

/** The codes of the event streams, which may be those of one run. */
export const codesOfEvents: readonly ErrorCode[] = [
  ...always,
  'unauthorized',
  'not_found',
  'rate_limited',
];

/** The answers that report an error, by status. What many operations share is a reference. */
export function failures(
  codes: readonly ErrorCode[],
  own: NonNullable<Operation['errorStatus']> = {},
): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = own[code] ?? errorStatus[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const sorted = [...byStatus].toSorted(([one], [other]) => one - other);
  return Object.fromEntries(sorted.map(([status, list]) => [status, refer(status, list)]));
}

function refer(status: number, codes: readonly ErrorCode[]): Json {
  const [first] = codes;
  const isShared = codes.length === 1 && first !== undefined && errorStatus[first] === status;
  return isShared ? { $ref: `#/components/responses/${first}` } : failure(codes);
}

function failure(codes: readonly ErrorCode[]): Json {
  const named = codes.map((code) => `\`${code}\``).join(' or ');
  const examples = codes.map((code) => [code, { value: { code, ...samples[code] } }]);
  return {
    description: `An error: ${named}.`,
    content: {
      'application/json': {
        schema: jsonSchema(wireError()),
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** The shared answers, by code. */
export function failureComponents(): Json {
  const codes = Object.keys(samples) as ErrorCode[];
  return Object.fromEntries(codes.map((code) => [code, failure([code])]));
}
