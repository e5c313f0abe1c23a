import type { Format } from '../commands/options.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { withEngine } from '../connection/connect.ts';
import { findRun } from '../find-run.ts';
import { followRun } from '../follow/follow-run.ts';
import { silentView } from '../follow/run-view.ts';
import { report } from '../say.ts';
import { endedWords } from './ended-words.ts';

export interface RejectOptions extends GlobalOptions {
  readonly runId?: string;
  readonly reason?: string;
  readonly format: Format;
}

interface Rejection {
  readonly name: string;
  readonly step: string;
  readonly options: RejectOptions;
}

/** Rejects a gate and waits until the run has ended: its handlers still run. */
export async function rejectStep(cli: Cli, { name, step, options }: Rejection): Promise<void> {
  const { clock } = cli;
  const ended = await withEngine(cli, configOf(cli, options), async ({ client }) => {
    const found = await findRun(client, name, options.runId);
    const run = { name: found.name, dagRunId: found.dagRunId };
    const reason = options.reason === undefined ? {} : { reason: options.reason };
    await client.call('runs.reject', { ...run, stepName: step, ...reason });
    return followRun({ client, clock, run, view: silentView });
  });
  report(cli, options.format, { answer: ended, words: endedWords(ended, cli.out) });
}
