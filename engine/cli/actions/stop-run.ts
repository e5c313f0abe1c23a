import type { EngineClient } from '../../contract/client.ts';
import type { RunDetail } from '../../contract/run.ts';
import { isActiveRun } from '../../contract/status.ts';
import { CliError, configOf, type Cli } from '../cli.ts';
import type { StopOptions } from '../commands/stop.ts';
import { withEngine } from '../connect.ts';
import { findRun, runName } from '../find-run.ts';
import { followRun } from '../follow/follow-run.ts';
import { silentView } from '../follow/run-view.ts';
import { json } from '../print/json.ts';
import { statusText, statusWords } from '../print/status-style.ts';

/** Asks a run to stop, and waits until it has: an engine of our own must not end before. */
export async function stopRun(cli: Cli, dag: string, options: StopOptions): Promise<void> {
  const run = await withEngine(cli, configOf(cli, options), 'run', async ({ client }) => {
    const { name, dagRunId } = await runToStop(client, dag, options.runId);
    await client.call('runs.stop', { name, dagRunId });
    return followRun({ client, clock: cli.clock, run: { name, dagRunId }, view: silentView });
  });
  cli.out.write(options.format === 'json' ? json(run) : stoppedText(run, cli));
}

async function runToStop(
  client: EngineClient,
  dag: string,
  runId: string | undefined,
): Promise<{ readonly name: string; readonly dagRunId: string }> {
  if (runId !== undefined) return findRun(client, dag, runId);
  const name = await runName(client, dag);
  const { dagRuns } = await client.call('runs.list', { name });
  const active = dagRuns.find(({ statusLabel }) => isActiveRun(statusLabel));
  if (active !== undefined) return active;
  const [latest] = dagRuns;
  const last = latest ? `, and its newest one has ${statusWords(latest.statusLabel)}` : '';
  throw new CliError(`DAG ${name} has no active run${last}.`);
}

function stoppedText({ name, dagRunId, statusLabel }: RunDetail, { out }: Cli): string {
  return `Run ${dagRunId} of ${name} has ended: ${statusText(statusLabel, out.colors)}\n`;
}
