import type { EngineClient } from '../../contract/client.ts';
import type { RunSummary } from '../../contract/run.ts';
import { isActiveRun } from '../../contract/status.ts';
import { CliError } from '../cli-error.ts';
import { runName } from '../find-run.ts';
import { statusWords } from '../print/status-style.ts';

/** The newest active run of a DAG, or the active one of an id. */
export async function findActiveRun(
  client: EngineClient,
  dag: string,
  runId?: string,
): Promise<RunSummary> {
  const name = await runName(client, dag);
  const all = (await client.call('runs.list', { name })).dagRuns;
  const dagRuns = runId === undefined ? all : all.filter(({ dagRunId }) => dagRunId === runId);
  const active = dagRuns.find(({ statusLabel }) => isActiveRun(statusLabel));
  if (active !== undefined) return active;
  const [latest] = dagRuns;
  if (runId !== undefined) {
    const why = latest ? endOf(latest) : 'was not found';
    throw new CliError(`Run ${runId} of ${name} is not active: it ${why}.`);
  }
  const last = latest ? `, and its newest one ${endOf(latest)}` : '';
  throw new CliError(`DAG ${name} has no active run${last}.`);
}

/** Somebody does the one, and a run does the other. */
function endOf({ statusLabel }: RunSummary): string {
  const isByOthers = statusLabel === 'aborted' || statusLabel === 'rejected';
  return `${isByOthers ? 'was' : 'has'} ${statusWords(statusLabel)}`;
}
