import { configOf, type Cli } from '../cli.ts';
import type { RejectOptions } from '../commands/reject.ts';
import { withEngine } from '../connect.ts';
import { findRun } from '../find-run.ts';
import { followRun } from '../follow/follow-run.ts';
import { silentView } from '../follow/run-view.ts';
import { json } from '../print/json.ts';
import { statusText } from '../print/status-style.ts';

interface Rejection {
  readonly name: string;
  readonly step: string;
  readonly options: RejectOptions;
}

/** Rejects a gate and waits until the run has ended: its handlers still run. */
export async function rejectStep(cli: Cli, { name, step, options }: Rejection): Promise<void> {
  const { out, clock } = cli;
  const ended = await withEngine(cli, configOf(cli, options), 'run', async ({ client }) => {
    const found = await findRun(client, name, options.runId);
    const run = { name: found.name, dagRunId: found.dagRunId };
    const reason = options.reason === undefined ? {} : { reason: options.reason };
    await client.call('runs.reject', { ...run, stepName: step, ...reason });
    return followRun({ client, clock, run, view: silentView });
  });
  const { dagRunId, statusLabel } = ended;
  const text = `Run ${dagRunId} of ${ended.name} has ended: ${statusText(statusLabel, out.colors)}\n`;
  out.write(options.format === 'json' ? json(ended) : text);
}
