import type { Format } from '../commands/options.ts';
import type { OperationInput, OperationOutput } from '../../contract/operations.ts';
import { EngineError } from '../../contract/errors.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { withEngine } from '../connection/connect.ts';
import { unknownDag } from '../find-run.ts';
import { localTimeText } from '../print/times.ts';
import { report } from '../say.ts';
import type { EngineClient } from '../../contract/client.ts';

export interface CleanupOptions extends GlobalOptions {
  readonly retentionDays: number;
  readonly retentionRuns: number;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly format: Format;
}

type Lost = OperationOutput<'runs.cleanup'>;

/** Deletes what a person has agreed to lose. */
export async function cleanUp(cli: Cli, dag: string, options: CleanupOptions): Promise<void> {
  const { retentionDays, retentionRuns, dryRun = false, format } = options;
  const input = { fileName: dag, retentionDays, retentionRuns };
  const config = configOf(cli, options);
  const lost = await withEngine(cli, config, async ({ client }) => {
    const would = await ask(client, { ...input, dryRun: true });
    if (dryRun || would.dagRuns === 0) return would;
    if (!options.yes && !(await isAgreed(cli, dag, would))) return null;
    return ask(client, { ...input, dryRun: false });
  });
  const words = lost === null ? 'Nothing was deleted.' : outcome(dag, lost, dryRun);
  // What would be deleted is what was asked for.
  if (dryRun && format === 'text') cli.out.write(`${words}\n`);
  else report(cli, format, { answer: { ...(lost ?? nothing), dryRun }, words });
}

const nothing: Lost = { dagRuns: 0, firstFinishedAt: '', lastFinishedAt: '' };

async function ask(
  client: EngineClient,
  input: Omit<OperationInput<'runs.cleanup'>, 'remoteNode'>,
): Promise<Lost> {
  try {
    return await client.call('runs.cleanup', input);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'not_found') throw error;
    throw await unknownDag(client, input.fileName);
  }
}

async function isAgreed({ confirm }: Cli, dag: string, would: Lost): Promise<boolean> {
  if (confirm !== null) return confirm(`Delete ${lossOf(dag, would)}?`);
  throw new CliError(
    `Nothing was deleted. This would delete ${lossOf(dag, would)}, and there is no terminal to confirm it.`,
    {
      hint: 'Use -y to delete without confirmation.',
    },
  );
}

function outcome(dag: string, lost: Lost, dryRun: boolean): string {
  if (lost.dagRuns === 0) return `${dag} has no runs to delete.`;
  return `${dryRun ? 'This would delete' : 'Deleted'} ${lossOf(dag, lost)}.`;
}

function lossOf(dag: string, { dagRuns, firstFinishedAt, lastFinishedAt }: Lost): string {
  const when =
    dagRuns === 1
      ? `which ended ${localTimeText(firstFinishedAt)}`
      : `which ended from ${localTimeText(firstFinishedAt)} to ${localTimeText(lastFinishedAt)}`;
  return `${dagRuns} ${dagRuns === 1 ? 'run' : 'runs'} of ${dag} with ${dagRuns === 1 ? 'its' : 'their'} logs, ${when}`;
}
