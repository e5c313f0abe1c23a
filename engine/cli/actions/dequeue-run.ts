import type { EngineClient } from '../../contract/client.ts';
import { runStatusCodes } from '../../contract/status.ts';
import { CliError, configOf, exitCodes, type Cli } from '../cli.ts';
import type { DequeueOptions } from '../commands/dequeue.ts';
import { withEngine } from '../connect.ts';
import { runName } from '../find-run.ts';
import { json } from '../print/json.ts';
import type { NamedRun } from './follow-to-end.ts';

interface DequeueRequest {
  readonly name: string | undefined;
  readonly runId: string | undefined;
  readonly options: DequeueOptions;
}

/** Takes a queued run out of its queue. */
export async function dequeueRun(cli: Cli, request: DequeueRequest): Promise<void> {
  const { options } = request;
  const run = await withEngine(cli, configOf(cli, options), 'read', async ({ client }) => {
    const found = await runToDequeue(client, request);
    await client.call('runs.dequeue', found);
    return found;
  });
  const words = `Run ${run.dagRunId} of ${run.name} has left its queue\n`;
  cli.out.write(options.format === 'json' ? json(run) : words);
}

async function runToDequeue(
  client: EngineClient,
  { name, runId, options: { queue } }: DequeueRequest,
): Promise<NamedRun> {
  if ((name === undefined) === (queue === undefined)) {
    throw new CliError('It takes either the name of a DAG or --queue.', {
      exitCode: exitCodes.usage,
    });
  }
  if (queue !== undefined) return nextOf(client, queue);
  const dag = await runName(client, name ?? '');
  return runId === undefined ? firstOf(client, dag) : { name: dag, dagRunId: runId };
}

async function nextOf(client: EngineClient, queue: string): Promise<NamedRun> {
  const [next] = (await client.call('queues.items', { name: queue, perPage: 1 })).items;
  if (next === undefined) throw new CliError(`Nothing waits in queue ${queue}.`);
  return named(next);
}

async function firstOf(client: EngineClient, name: string): Promise<NamedRun> {
  const queued = { name, status: runStatusCodes.queued };
  const first = (await client.call('runs.list', queued)).dagRuns.at(-1);
  if (first === undefined) throw new CliError(`DAG ${name} has no queued run.`);
  return named(first);
}

function named({ name, dagRunId }: NamedRun): NamedRun {
  return { name, dagRunId };
}
