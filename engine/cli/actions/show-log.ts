import type { RunDetail } from '../../contract/run.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { noteLeftRuns, withEngine, type Connection } from '../connection/connect.ts';
import { findRun } from '../find-run.ts';
import { followLog, type LogSource } from '../follow/follow-log.ts';

export interface LogsOptions extends GlobalOptions {
  readonly step?: string;
  readonly stderr?: boolean;
  readonly tail?: number;
  readonly follow?: boolean;
}

interface Asked {
  readonly name: string;
  readonly runId: string | undefined;
}

/** Prints the log of a run or of a step, and what still comes if that is wanted. */
export async function showLog(cli: Cli, asked: Asked, options: LogsOptions): Promise<void> {
  if (options.stderr === true && options.step === undefined) {
    throw new CliError('--stderr requires --step.');
  }
  await withEngine(cli, configOf(cli, options), async (connection) => {
    const run = await findRun(connection.client, asked.name, asked.runId);
    const source = sourceOf(connection, run, options);
    // Nothing goes on without an engine.
    const isFollowed = options.follow === true && connection.engine !== 'in process';
    if (options.follow === true) noteLeftRuns(cli, connection, [run]);
    await followLog({
      ...connection,
      clock: cli.clock,
      source,
      tail: options.tail ?? null,
      isFollowed,
      print: (line) => {
        // A log has no end as long as its run goes on.
        if (cli.isOutputLost()) cli.exit(0);
        cli.out.write(`${cli.out.logLine(line)}\n`);
      },
    });
  });
}

function sourceOf({ client }: Connection, found: RunDetail, options: LogsOptions): LogSource {
  const { name, dagRunId } = found;
  const run = { name, dagRunId };
  const { step: stepName } = options;
  if (stepName === undefined) {
    return {
      run,
      stepName: '',
      stream: 'stdout',
      read: (page) => client.call('runs.log', { ...run, ...page }),
    };
  }
  const stream = options.stderr === true ? 'stderr' : 'stdout';
  return {
    run,
    stepName,
    stream,
    read: (page) => client.call('runs.stepLog', { ...run, stepName, stream, ...page }),
  };
}
