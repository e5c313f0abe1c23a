import type { EngineClient } from '../../contract/client.ts';
import type { RunSummary } from '../../contract/run.ts';
import { isActiveRun, runStatusCodes } from '../../contract/status.ts';
import type { Cli } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { runName } from '../find-run.ts';
import { statusWords } from '../print/status-style.ts';
import { remark } from '../say.ts';

/** The newest run of a DAG that runs or waits for a person, else the newest that is queued; or the active one of an id. */
export async function findActiveRun(
  client: EngineClient,
  dag: string,
  runId?: string,
): Promise<RunSummary> {
  const name = await runName(client, dag);
  const all = (await client.call('runs.list', { name })).dagRuns;
  const dagRuns = runId === undefined ? all : all.filter(({ dagRunId }) => dagRunId === runId);
  const active = dagRuns.filter(({ statusLabel }) => isActiveRun(statusLabel));
  const [newest] = active;
  if (newest !== undefined) {
    return active.find(({ statusLabel }) => statusLabel !== 'queued') ?? newest;
  }
  const [latest] = dagRuns;
  if (runId !== undefined) {
    const why = latest ? endOf(latest) : 'was not found';
    throw new CliError(`Run ${runId} of ${name} is not active: it ${why}.`);
  }
  const last = latest ? `, and its newest one ${endOf(latest)}` : '';
  throw new CliError(`DAG ${name} has no active run${last}.`);
}

/** Of the run that is shown, the newest, nobody can tell that an older one goes on. */
export async function noteRunning(
  cli: Cli,
  client: EngineClient,
  { name, dagRunId: shown }: RunSummary,
): Promise<void> {
  const status = runStatusCodes.running;
  const { dagRuns } = await client.call('runs.list', { name, status, limit: MAX_NOTED });
  const others = dagRuns.map(({ dagRunId }) => dagRunId).filter((id) => id !== shown);
  if (others.length === 0) return;
  const words = others.length === 1 ? 'Another run is' : 'Other runs are';
  remark(cli, `${words} running: ${others.join(', ')}. Show one with --run-id.`);
}

const MAX_NOTED = 5;

/** Somebody does the one, and a run does the other. */
function endOf({ statusLabel }: RunSummary): string {
  const isByOthers = statusLabel === 'aborted' || statusLabel === 'rejected';
  return `${isByOthers ? 'was' : 'has'} ${statusWords(statusLabel)}`;
}
