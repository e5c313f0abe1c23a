import { CliError } from '../cli-error.ts';
import type { Connection } from '../connection/connect.ts';
import { findRun } from '../find-run.ts';
import type { NamedRun } from '../../server/command-request.ts';
import type { StartRequest } from './start-options.ts';

/** Starts a run with the definition and the parameters of an earlier one. */
export async function startFromRun(
  { client }: Connection,
  { dag, params, options }: StartRequest,
  fromRunId: string,
): Promise<NamedRun> {
  if (params.length > 0) {
    throw new CliError('--from-run-id uses the parameters of that run, so it takes no others.');
  }
  const { name, dagRunId } = await findRun(client, dag, fromRunId);
  const started = await client.call('runs.reschedule', {
    name,
    dagRunId,
    ...(options.runId === undefined ? {} : { newDagRunId: options.runId }),
    ...(options.name === undefined ? {} : { dagName: options.name }),
  });
  return { name: options.name ?? name, dagRunId: started.dagRunId };
}
