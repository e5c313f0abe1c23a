import type { OperationOutput } from '../../contract/operations.ts';
import type { Format } from '../commands/options.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { exitCodes } from '../cli-error.ts';
import { withEngine, type Connection } from '../connection/connect.ts';
import { issuesText } from '../print/issues.ts';
import { remark, report } from '../say.ts';
import { findDefinition, requireName, type Definition } from './find-definition.ts';
import { workingDirOf } from './folder-for.ts';
import { BEGINS_LATER, reportPlanned } from './planned-words.ts';
import { joinParams } from './join-params.ts';

export interface EnqueueOptions extends GlobalOptions {
  readonly params?: readonly string[];
  readonly runId?: string;
  readonly name?: string;
  readonly queue?: string;
  readonly defaultWorkingDir?: string;
  readonly singleton?: boolean;
  readonly at?: string;
  readonly format: Format;
}

interface EnqueueRequest {
  readonly dag: string;
  readonly params: readonly string[];
  readonly options: EnqueueOptions;
}

/** Queues a run, and returns the exit code. */
export async function enqueueRun(
  cli: Cli,
  { dag, params, options }: EnqueueRequest,
): Promise<number> {
  const config = configOf(cli, options);
  const joined = joinParams(options.params ?? [], params);
  return withEngine(cli, config, async (connection) => {
    const definition = await findDefinition(connection, dag, config.paths);
    if (definition.kind === 'broken file') {
      const { issues, text } = definition;
      cli.err.write(issuesText({ file: dag, text, issues }, cli.err.colors));
      return exitCodes.failed;
    }
    if (options.name === undefined) requireName(definition, ', use --name');
    const name = options.name ?? definition.name;
    const run = { name, ...(await send(connection, { definition, name, joined, options })) };
    const { plannedAt } = run;
    const { format } = options;
    if (plannedAt !== undefined) {
      reportPlanned(cli, { run, plannedAt }, { connection, config, format });
      return 0;
    }
    report(cli, options.format, { answer: run, words: `Queued run ${run.dagRunId} of ${name}` });
    if (connection.engine !== 'service') remark(cli, BEGINS_LATER);
    return 0;
  });
}

interface Enqueue {
  readonly definition: Exclude<Definition, { kind: 'broken file' }>;
  readonly name: string;
  readonly joined: string | undefined;
  readonly options: EnqueueOptions;
}

async function send(
  connection: Connection,
  { definition, name, joined, options }: Enqueue,
): Promise<OperationOutput<'runs.enqueue'>> {
  const { client } = connection;
  const { runId, queue, singleton, at } = options;
  const fields = {
    ...(joined === undefined ? {} : { params: joined }),
    ...(runId === undefined ? {} : { dagRunId: runId }),
    ...(queue === undefined ? {} : { queue }),
    ...(singleton === undefined ? {} : { singleton }),
    ...(at === undefined ? {} : { at }),
    ...workingDirOf(connection, options),
  };
  if (definition.kind === 'file') {
    const { text: spec, folder: defaultWorkingDir } = definition;
    return client.call('runs.enqueue', { spec, name, defaultWorkingDir, ...fields });
  }
  const { fileName } = definition;
  const renamed = options.name === undefined ? {} : { dagName: options.name };
  return client.call('dags.enqueue', { fileName, ...renamed, ...fields });
}
