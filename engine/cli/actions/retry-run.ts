import type { Format } from '../commands/options.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { withEngine } from '../connection/connect.ts';
import { findRun } from '../find-run.ts';
import { report } from '../say.ts';
import { followToEnd, requireOtherEngine } from './follow-to-end.ts';

export interface RetryOptions extends GlobalOptions {
  readonly runId?: string;
  readonly step?: string;
  readonly follow: boolean;
  readonly format: Format;
}

/** Runs what failed in a run again, follows it, and returns the exit code. */
export async function retryRun(cli: Cli, dag: string, options: RetryOptions): Promise<number> {
  return withEngine(cli, configOf(cli, options), async (connection) => {
    if (!options.follow) requireOtherEngine(connection);
    const { name, dagRunId } = await findRun(connection.client, dag, options.runId);
    const run = { name, dagRunId };
    const step = options.step === undefined ? {} : { stepName: options.step };
    await connection.client.call('runs.retry', { ...run, ...step });
    const { format } = options;
    if (options.follow) return followToEnd(cli, connection, { run, format });
    report(cli, format, { answer: run, words: `Retrying run ${dagRunId} of ${name}` });
    return 0;
  });
}
