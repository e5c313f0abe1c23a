import { EngineError, type ErrorCode } from '../contract/errors.ts';
import type { Caller, OperationInput } from '../contract/operations.ts';
import { refuseProtected } from '../dag/admit-names.ts';
import { readStartTime } from '../dag/start-time.ts';
import { underOf } from '../execution/aside/aside.ts';
import { queueOf } from '../execution/prepare/create-run.ts';
import { runningCount } from '../storage/queue-load.ts';
import { mayBringCommands, refuseNames } from './check-call.ts';
import { requireValid } from './load-errors.ts';
import { requireDag, requireLoadable } from './find.ts';
import type { EngineServices } from './engine-services.ts';
import type { StartRequest } from './start-run.ts';
import { requireAccepted } from './sync/review.ts';

type StoredInput = Partial<Pick<OperationInput<'dags.start'>, 'at'>> &
  Omit<OperationInput<'dags.start'>, 'at'> &
  Pick<OperationInput<'dags.enqueue'>, 'queue'>;

/**
 * A run of a stored DAG as a request asks for it.
 *
 * @throws EngineError `not_found`, or `bad_request` with the load errors of the DAG.
 */
export function requestStored(
  services: EngineServices,
  input: StoredInput,
  conflict: ErrorCode,
): StartRequest {
  requireAccepted(services, input.fileName);
  const read = requireDag(services, input.fileName);
  const dag = requireLoadable(read);
  return {
    dag,
    text: read.text,
    base: read.base?.text ?? null,
    document: null,
    file: read.file,
    folder: input.defaultWorkingDir,
    name: input.dagName ?? dag.name,
    params: input.params,
    dagRunId: input.dagRunId,
    singleton: input.singleton === true ? conflict : null,
    trigger: 'manual',
    queue: input.queue,
    at: startTimeOf(services, input.at),
  };
}

/** @throws EngineError `bad_request` for a text that names no time to come. */
function startTimeOf({ clock, config }: EngineServices, text: string | undefined): number | null {
  if (text === undefined) return null;
  const read = readStartTime(text, { now: clock.now(), timezone: config.timezone });
  if ('at' in read) return read.at;
  throw new EngineError('bad_request', `The start time ${quotedText(text)} ${read.problem}.`, {
    details: { fields: { at: read.problem } },
  });
}

const quotedText = (text: string): string => JSON.stringify(text);

/** The same on behalf of somebody, with whatever the caller may not give refused when the run is made. */
export function requestBy(
  services: EngineServices,
  { input, caller }: { readonly input: StoredInput; readonly caller: Caller },
  conflict: ErrorCode,
): StartRequest {
  const request = requestStored(services, input, conflict);
  const asked = { caller, settings: services.config };
  if (mayBringCommands(asked)) return request;
  return {
    ...request,
    admit: (names) => {
      if (names.undeclared.length > 0)
        refuseNames(asked, { field: 'params', names: names.undeclared });
      return refuseProtected(names);
    },
  };
}

type InlineInput = OperationInput<'runs.start'> & Pick<OperationInput<'runs.enqueue'>, 'queue'>;

/**
 * A run of a definition that came with the request.
 *
 * @throws EngineError `bad_request` with the load errors, or for the want of a name.
 */
export async function requestInline(
  services: EngineServices,
  input: InlineInput,
): Promise<StartRequest> {
  // A spec without a name is read under one that nobody can give, to see whether it has its own.
  const unnamed = '?';
  const under = input.base === undefined ? services.base.current() : underOf(input.base);
  const dag = requireValid(
    await services.aside.load(input.spec, { name: input.name ?? unnamed, under }),
  );
  const name = input.name ?? dag.name;
  if (name === unnamed) {
    throw new EngineError(
      'bad_request',
      'DAG name is required: give `name`, or a name in the spec',
      {
        details: { fields: { name: 'is required' } },
      },
    );
  }
  return {
    dag,
    text: input.spec,
    base: under?.text ?? null,
    document: null,
    file: null,
    folder: input.defaultWorkingDir,
    name,
    params: input.params,
    dagRunId: input.dagRunId,
    singleton: input.singleton === true ? 'max_run_reached' : null,
    trigger: 'manual',
    queue: input.queue,
    at: startTimeOf(services, input.at),
  };
}

/** The same, refused while its queue is full: what `singleton` means for a start. */
export function refusedWhenFull({ queues }: EngineServices, request: StartRequest): StartRequest {
  const { limits } = queues;
  if (request.singleton === null || !limits.areEnabled) return request;
  const queue = queueOf(request);
  return {
    ...request,
    also: (db) => {
      const running = runningCount(db, queue);
      const most = limits.of(queue);
      if (running < most) return;
      throw new EngineError(
        'max_run_reached',
        `Queue ${queue} is full: ${running} of ${most} runs are running.`,
        { details: { queue } },
      );
    },
  };
}
