import type { Format } from '../commands/options.ts';
import type { EngineClient } from '../../contract/client.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { withEngine } from '../connection/connect.ts';
import { findRun } from '../find-run.ts';
import { followRun } from '../follow/follow-run.ts';
import { silentView } from '../follow/run-view.ts';
import { report } from '../say.ts';
import { findActiveRun } from './active-run.ts';
import { endedWords } from './ended-words.ts';
import type { NamedRun } from '../../server/command-request.ts';

export interface StopOptions extends GlobalOptions {
  readonly runId?: string;
  readonly format: Format;
}

/** Asks a run to stop, and waits until it has: an engine of our own must not end before. */
export async function stopRun(cli: Cli, dag: string, options: StopOptions): Promise<void> {
  const run = await withEngine(cli, configOf(cli, options), async ({ client, keep }) => {
    const { name, dagRunId } = await runToStop(client, dag, options.runId);
    keep({ name, dagRunId });
    await client.call('runs.stop', { name, dagRunId });
    return followRun({ client, clock: cli.clock, run: { name, dagRunId }, view: silentView });
  });
  report(cli, options.format, { answer: run, words: endedWords(run, cli.out) });
}

async function runToStop(
  client: EngineClient,
  dag: string,
  runId: string | undefined,
): Promise<NamedRun> {
  return runId === undefined ? findActiveRun(client, dag) : findRun(client, dag, runId);
}
