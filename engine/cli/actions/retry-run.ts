import type { Format } from '../commands/options.ts';
import type { RunDetail } from '../../contract/run.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import type { NamedRun } from '../../server/command-request.ts';
import { withEngine } from '../connection/connect.ts';
import { findRun } from '../find-run.ts';
import { remark, report } from '../say.ts';
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
    const found = await findRun(connection.client, dag, options.runId);
    const { name, dagRunId } = found;
    const run = { name, dagRunId };
    const step = options.step === undefined ? {} : { stepName: options.step };
    await connection.client.call('runs.retry', { ...run, ...step });
    if (options.step === undefined && isWhole(found)) remark(cli, nothingAgain(run));
    const { format } = options;
    if (options.follow) return followToEnd(cli, connection, { run, format });
    report(cli, format, { answer: run, words: `Retrying run ${dagRunId} of ${name}` });
    return 0;
  });
}

/** Whether a retry leaves each step as it is. */
function isWhole({ nodes }: RunDetail): boolean {
  return nodes.every(({ statusLabel }) => statusLabel === 'succeeded' || statusLabel === 'skipped');
}

/** Below it stands the log of then, which looks as if the steps had run. */
function nothingAgain({ name, dagRunId }: NamedRun): string {
  return `No step of run ${dagRunId} failed, so none runs again. To run all: dagwright start ${name} --from-run-id ${dagRunId}`;
}
