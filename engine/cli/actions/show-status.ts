import type { Format } from '../commands/options.ts';
import type { EngineClient } from '../../contract/client.ts';
import type { RunDetail } from '../../contract/run.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { noteLeftRuns, withEngine } from '../connection/connect.ts';
import { findRun, orNull } from '../find-run.ts';
import { json } from '../print/json.ts';
import { runTree } from '../print/run-tree.ts';
import { noteRunning } from './active-run.ts';

export interface StatusOptions extends GlobalOptions {
  readonly runId?: string;
  readonly subRunId?: string;
  readonly format: Format;
}

/** Prints a run of the DAG with its steps, as a tree or JSON. */
export async function showStatus(cli: Cli, dag: string, options: StatusOptions): Promise<void> {
  const run = await withEngine(cli, configOf(cli, options), async (connection) => {
    const found = await findAsked(connection.client, dag, options);
    noteLeftRuns(cli, connection, [found]);
    const isNewest = options.runId === undefined && options.subRunId === undefined;
    if (isNewest) await noteRunning(cli, connection.client, found);
    return found;
  });
  cli.out.write(options.format === 'json' ? json(run) : runTree(run, cli.clock.now(), cli.out));
}

async function findAsked(
  client: EngineClient,
  dag: string,
  { runId, subRunId }: StatusOptions,
): Promise<RunDetail> {
  const run = await findRun(client, dag, runId);
  if (subRunId === undefined) return run;
  const { name, dagRunId } = run;
  const called = await orNull(
    client.call('subRuns.get', { name, dagRunId, subDAGRunId: subRunId }),
  );
  if (called !== null) return called.dagRun;
  throw new CliError(`Run ${dagRunId} of ${name} has no sub-run ${subRunId}.`, {
    hint: `See: dagwright status ${name} --run-id ${dagRunId}`,
  });
}
