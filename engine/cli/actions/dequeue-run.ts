import type { Format } from '../commands/options.ts';
import type { EngineClient } from '../../contract/client.ts';
import type { OperationOutput } from '../../contract/operations.ts';
import { runStatusCodes } from '../../contract/status.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { withEngine } from '../connection/connect.ts';
import { runName } from '../find-run.ts';
import { report } from '../say.ts';
import type { NamedRun } from '../../server/command-request.ts';

export interface DequeueOptions extends GlobalOptions {
  readonly queue?: string;
  readonly dagRun?: NamedRun;
  readonly format: Format;
}

interface DequeueRequest {
  /** A queue or a DAG. */
  readonly name: string | undefined;
  readonly runId: string | undefined;
  readonly options: DequeueOptions;
}

/** Takes a queued run out of its queue. */
export async function dequeueRun(cli: Cli, request: DequeueRequest): Promise<void> {
  const { options } = request;
  const run = await withEngine(cli, configOf(cli, options), async ({ client }) => {
    const found = await runToDequeue(client, request);
    await client.call('runs.dequeue', found);
    return found;
  });
  const words = `Run ${run.dagRunId} of ${run.name} has left its queue`;
  report(cli, options.format, { answer: run, words });
}

async function runToDequeue(
  client: EngineClient,
  { name, runId, options: { queue, dagRun } }: DequeueRequest,
): Promise<NamedRun> {
  const asked = name ?? queue;
  if (asked === undefined || (name !== undefined && queue !== undefined)) {
    throw new CliError('Give either the name of a queue or a DAG, or --queue.');
  }
  if (dagRun !== undefined && runId !== undefined) {
    throw new CliError('Give either a run id or --dag-run.');
  }
  if (dagRun !== undefined) return runOf(client, asked, dagRun);
  if (runId !== undefined) return { name: await runName(client, asked), dagRunId: runId };
  const next = await nextOf(client, asked);
  if (next !== null) return next;
  if (queue !== undefined || (await isGlobalQueue(client, asked))) {
    throw new CliError(`Queue ${asked} is empty.`);
  }
  return firstOf(client, await runName(client, asked));
}

type QueuePage = OperationOutput<'queues.items'>;

/** A run that waits in that queue. */
async function runOf(client: EngineClient, queue: string, run: NamedRun): Promise<NamedRun> {
  const name = await runName(client, run.name);
  let next: number | null = 1;
  while (next !== null) {
    const page: QueuePage = await client.call('queues.items', {
      name: queue,
      page: next,
      perPage: 1000,
    });
    const item = page.items.find((one) => one.name === name && one.dagRunId === run.dagRunId);
    if (item !== undefined) return named(item);
    next = page.pagination.nextPage;
  }
  throw new CliError(`Run ${run.dagRunId} of ${name} is not in queue ${queue}.`);
}

async function nextOf(client: EngineClient, queue: string): Promise<NamedRun | null> {
  const [next] = (await client.call('queues.items', { name: queue, perPage: 1 })).items;
  return next === undefined ? null : named(next);
}

/** Any other queue is that of a DAG with the same name. */
async function isGlobalQueue(client: EngineClient, name: string): Promise<boolean> {
  const { queues } = await client.call('queues.list', {});
  return queues.some((queue) => queue.name === name && queue.type === 'global');
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
