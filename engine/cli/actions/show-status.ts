import { configOf, type Cli } from '../cli.ts';
import type { StatusOptions } from '../commands/status.ts';
import { noteLeftRuns, withEngine } from '../connect.ts';
import { findRun } from '../find-run.ts';
import { json } from '../print/json.ts';
import { runTree } from '../print/run-tree.ts';

export async function showStatus(cli: Cli, dag: string, options: StatusOptions): Promise<void> {
  const run = await withEngine(cli, configOf(cli, options), 'read', async (connection) => {
    const found = await findRun(connection.client, dag, options.runId);
    noteLeftRuns(cli, connection, [found]);
    return found;
  });
  cli.out.write(options.format === 'json' ? json(run) : runTree(run, cli.clock.now(), cli.out));
}
