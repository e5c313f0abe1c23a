import type { Format } from '../commands/options.ts';
import type { EngineClient } from '../../contract/client.ts';
import type { RunSummary } from '../../contract/run.ts';
import { reusableParams } from '../../dag/admit-names.ts';
import { secretMask } from '../../dag/sealed-text.ts';
import { formatDuration } from '../../lib/duration.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { withEngine } from '../connection/connect.ts';
import { orNull } from '../find-run.ts';
import { followRun } from '../follow/follow-run.ts';
import { silentView } from '../follow/run-view.ts';
import { remark, report } from '../say.ts';
import { findActiveRun } from './active-run.ts';
import { followToEnd, requireOtherEngine } from './follow-to-end.ts';

export interface RestartOptions extends GlobalOptions {
  readonly runId?: string;
  readonly follow: boolean;
  readonly format: Format;
}

/** Stops a run, starts a new one in its place after `restart_wait_sec`, follows that, and returns the exit code. */
export async function restartRun(cli: Cli, dag: string, options: RestartOptions): Promise<number> {
  return withEngine(cli, configOf(cli, options), async (connection) => {
    const { client } = connection;
    if (!options.follow) requireOtherEngine(connection);
    const old = await findActiveRun(client, dag, options.runId);
    const stopped = { name: old.name, dagRunId: old.dagRunId };
    connection.keep(stopped);
    await client.call('runs.stop', stopped);
    await followRun({ client, clock: cli.clock, run: stopped, view: silentView });
    const run = { name: old.name, dagRunId: await startAgain(cli, client, { dag, old }) };
    const { format } = options;
    if (options.follow) return followToEnd(cli, connection, { run, format });
    const words = `Stopped run ${old.dagRunId}, started run ${run.dagRunId} of ${run.name}`;
    report(cli, format, { answer: run, words });
    return 0;
  });
}

interface Restart {
  /** As the command named it. */
  readonly dag: string;
  readonly old: RunSummary;
}

/** With the definition as it is now. */
async function startAgain(
  cli: Cli,
  client: EngineClient,
  { dag, old: { name, dagRunId, params } }: Restart,
): Promise<string> {
  const stored = await findStored(client, dag, name);
  if (stored !== null && stored.waitSec > 0) await waitBefore(cli, stored.waitSec);
  // What came with a request has no other definition than that of its run, and masked secrets only the run itself knows.
  if (stored === null || params.includes(secretMask)) {
    return (await client.call('runs.reschedule', { name, dagRunId })).dagRunId;
  }
  const renamed = stored.name === name ? {} : { dagName: name };
  const given = params === '{}' ? {} : { params: reusableParams(params) };
  return (await client.call('dags.start', { fileName: stored.fileName, ...renamed, ...given }))
    .dagRunId;
}

async function waitBefore(cli: Cli, seconds: number): Promise<void> {
  remark(cli, `Waiting ${formatDuration(seconds * 1000)} (restart_wait_sec)…`);
  await new Promise<void>((resolve) => cli.clock.after(seconds * 1000, resolve));
}

/** The stored DAG by the name that was given, or by that of the run. */
async function findStored(client: EngineClient, dag: string, name: string) {
  for (const fileName of new Set([dag.replace(/\.ya?ml$/, ''), name])) {
    const found = await orNull(client.call('dags.get', { fileName }));
    if (found !== null) {
      return { fileName, name: found.dag.name, waitSec: found.dag.restartWaitSec };
    }
  }
  return null;
}
