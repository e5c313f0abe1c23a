import { EngineError } from '../contract/errors.ts';
import { isDagName } from '../contract/fields.ts';
import type { Dag } from '../dag/definition.ts';
import { stemOf } from '../platform/dag-file-names.ts';
import { nodesOf, type NodeRecord } from '../storage/nodes.ts';
import { calledRun, findRun, latestRunOf, type RunRecord } from '../storage/runs.ts';
import { errorsOf } from './load-errors.ts';
import type { EngineServices } from './engine-services.ts';
import { requireAccepted } from './sync/review.ts';
import type { ReadDag } from './catalog/dag-reader.ts';

/**
 * Reads the definition that a path names. A name that breaks the rule names nothing, so it never becomes a path.
 *
 * @throws EngineError `not_found`, `forbidden` for one that a pull brought and that waits to be accepted.
 */
export function requireDag(services: EngineServices, fileName: string): ReadDag {
  const read = findDag(services, fileName);
  if (read !== null) return read;
  requireAccepted(services, fileName);
  throw noSuchDag(stemOf(fileName));
}

/** The same, or null where there is none. */
export function findDag({ catalog }: EngineServices, fileName: string): ReadDag | null {
  const stem = stemOf(fileName);
  return isDagName(stem) ? catalog.read(stem) : null;
}

/** What is said of a definition that is not there, or not any more. */
export function noSuchDag(stem: string): EngineError {
  return new EngineError('not_found', `DAG ${stem} not found`);
}

/**
 * The name under which the runs of a stored DAG are kept; null where another file has it, whose runs they are.
 *
 * @throws EngineError `not_found`.
 */
export function historyOf(services: EngineServices, fileName: string): string | null {
  const { loaded, nameTakenBy } = requireDag(services, fileName);
  return nameTakenBy === undefined ? (loaded.dag ?? loaded.partial).name : null;
}

/**
 * The definition of a DAG that can run.
 *
 * @throws EngineError `bad_request` with its load errors.
 */
export function requireLoadable({ loaded, file }: ReadDag): Dag {
  if (loaded.dag !== null) return loaded.dag;
  const errors = errorsOf(loaded);
  throw new EngineError(
    'bad_request',
    `DAG ${file.fileName} has load errors: ${errors.join('; ')}`,
    {
      details: { errors },
    },
  );
}

/**
 * The run that a path names; `latest` is the newest of the DAG.
 *
 * @throws EngineError `not_found`.
 */
export function requireRun({ db }: EngineServices, name: string, dagRunId: string): RunRecord {
  const run = dagRunId === 'latest' ? latestRunOf(db, name) : findRun(db, name, dagRunId);
  if (run !== undefined) return run;
  throw noRun(name, dagRunId);
}

/** What is said of a run that a DAG does not have. */
export function noRun(name: string, dagRunId: string): EngineError {
  return new EngineError(
    'not_found',
    dagRunId === 'latest'
      ? `no dag-runs found for DAG ${name}`
      : `DAG ${name} has no run ${dagRunId}`,
  );
}

/**
 * A step or handler of a run by its name; a step beats a handler of the same name.
 *
 * @throws EngineError `not_found`.
 */
export function requireNode({ db }: EngineServices, run: RunRecord, stepName: string): NodeRecord {
  const node = nodesOf(db, run.id).find(({ name }) => name === stepName);
  if (node !== undefined) return node;
  throw new EngineError('not_found', `Run ${run.runId} of ${run.dagName} has no step ${stepName}`);
}

/**
 * A step of a run by its name.
 *
 * @throws EngineError `not_found`, or `bad_request` for a handler: what is done to a step by hand is nothing for one.
 */
export function requireStep(
  services: EngineServices,
  run: RunRecord,
  stepName: string,
): NodeRecord {
  const node = requireNode(services, run, stepName);
  if (node.position < services.definitions.of(run).steps.length) return node;
  throw new EngineError('bad_request', `${stepName} is a handler of ${run.dagName}, not a step`);
}

/**
 * A run that another one called, directly or not.
 *
 * @throws EngineError `not_found`.
 */
export function requireSubRun(
  services: EngineServices,
  { name, dagRunId, subDAGRunId }: SubRunPath,
): RunRecord {
  const caller = requireRun(services, name, dagRunId);
  const found = calledRun(services.db, caller.id, subDAGRunId);
  if (found !== undefined) return found;
  throw new EngineError(
    'not_found',
    `Run ${caller.runId} of ${name} has no sub-run ${subDAGRunId}`,
  );
}

interface SubRunPath {
  readonly name: string;
  readonly dagRunId: string;
  readonly subDAGRunId: string;
}
