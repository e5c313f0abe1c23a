import { EngineError } from '../contract/errors.ts';
import { isDagName, newDagRunId } from '../contract/fields.ts';
import { operations, type OperationName } from '../contract/operations.ts';
import { pathFields } from '../contract/rest.ts';
import { stemOf } from '../platform/dag-file-names.ts';

/**
 * Refuses names in the path of a call that no DAG and no run can have, as this engine does for itself: what becomes a part
 * of an address elsewhere is up to another program, and to proxies before it.
 *
 * @throws EngineError `not_found`.
 */
export function checkNames(operation: OperationName, input: unknown): void {
  const { path } = operations[operation];
  const given = input as Readonly<Record<string, unknown>>;
  for (const field of pathFields({ path })) {
    // Queues and nodes have names of their own.
    if (field === 'name' && !path.startsWith('/dag-runs/')) continue;
    const problem = problems[field]?.(String(given[field] ?? ''));
    if (problem !== undefined) throw new EngineError('not_found', problem);
  }
}

type Problem = (text: string) => string | undefined;

const notADag: Problem = (text) =>
  isDagName(stemOf(text)) ? undefined : `DAG ${stemOf(text)} not found`;
const notARun: Problem = (text) =>
  text === 'latest' || newDagRunId.safeParse(text).success ? undefined : `Run ${text} not found`;

const problems: Readonly<Record<string, Problem>> = {
  fileName: notADag,
  name: notADag,
  dagRunId: notARun,
  subDAGRunId: notARun,
};
