import type { Format } from '../commands/options.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { withEngine } from '../connection/connect.ts';
import { findRun } from '../find-run.ts';
import { report } from '../say.ts';
import { followToEnd, requireOtherEngine } from './follow-to-end.ts';

export interface ApproveOptions extends GlobalOptions {
  readonly runId?: string;
  readonly follow: boolean;
  readonly format: Format;
}

interface Approval {
  readonly name: string;
  readonly step: string;
  /** Each `NAME=value`. */
  readonly inputs: readonly string[];
  readonly options: ApproveOptions;
}

/** Approves a gate, follows the run where it goes on, and returns the exit code. */
export async function approveStep(cli: Cli, approval: Approval): Promise<number> {
  const { step: stepName, options } = approval;
  const inputs = readInputs(approval.inputs);
  return withEngine(cli, configOf(cli, options), async (connection) => {
    const { client } = connection;
    if (!options.follow) requireOtherEngine(connection);
    const { name, dagRunId } = await findRun(client, approval.name, options.runId);
    const run = { name, dagRunId };
    const answer = await client.call('runs.approve', { ...run, stepName, inputs });
    const { format } = options;
    if (answer.resumed && options.follow) return followToEnd(cli, connection, { run, format });
    const others = answer.resumed ? '' : '; other steps of the run are still waiting';
    report(cli, format, { answer, words: `Approved ${stepName} of ${name}${others}` });
    return 0;
  });
}

function readInputs(words: readonly string[]): Readonly<Record<string, string>> {
  const entries = words.map((word) => {
    const equals = word.indexOf('=');
    if (equals > 0) return [word.slice(0, equals), word.slice(equals + 1)] as const;
    throw new CliError(`Write an input as NAME=value, got ${word}`);
  });
  return Object.fromEntries(entries);
}
