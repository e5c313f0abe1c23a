import type { Config } from '../../config/config.ts';
import { configOf, exitCodes, type Cli } from '../cli.ts';
import type { StartOptions } from '../commands/start.ts';
import { withEngine, type Connection } from '../connect.ts';
import { issuesText } from '../print/issues.ts';
import { json } from '../print/json.ts';
import { findDefinition, type Definition } from './find-definition.ts';
import { followToEnd, requireOtherEngine, type NamedRun } from './follow-to-end.ts';
import { joinParams } from './join-params.ts';

interface StartRequest {
  readonly dag: string;
  readonly params: readonly string[];
  readonly options: StartOptions;
}

/** Starts a run, follows it, and returns the exit code. */
export async function startRun(cli: Cli, request: StartRequest): Promise<number> {
  const config = configOf(cli, request.options);
  return withEngine(cli, config, 'run', async (connection) => {
    const run = await start(cli, { connection, request, config });
    if (run === null) return exitCodes.failed;
    const { format } = request.options;
    if (request.options.follow) return followToEnd(cli, connection, { run, format });
    cli.out.write(format === 'json' ? json(run) : `Started run ${run.dagRunId} of ${run.name}\n`);
    return 0;
  });
}

/** Null: the file has errors, and the user has been shown them. */
async function start(
  cli: Cli,
  given: {
    readonly connection: Connection;
    readonly request: StartRequest;
    readonly config: Config;
  },
): Promise<NamedRun | null> {
  const { connection, request, config } = given;
  const { options } = request;
  if (!options.follow) requireOtherEngine(connection);
  const params = joinParams(options.params ?? [], request.params);
  const definition = await findDefinition(connection, request.dag, config.paths.dagsDir);
  if (definition.kind === 'broken file') {
    const { issues, text } = definition;
    cli.err.write(issuesText({ file: request.dag, text, issues }, cli.err.colors));
    return null;
  }
  const fields = {
    ...(params === undefined ? {} : { params }),
    ...(options.runId === undefined ? {} : { dagRunId: options.runId }),
    ...(options.singleton === undefined ? {} : { singleton: options.singleton }),
  };
  const name = options.name ?? definition.name;
  return { name, dagRunId: await send(connection, { definition, name, fields, options }) };
}

interface Start {
  readonly definition: Exclude<Definition, { kind: 'broken file' }>;
  readonly name: string;
  readonly fields: { params?: string; dagRunId?: string; singleton?: boolean };
  readonly options: StartOptions;
}

async function send(
  { client }: Connection,
  { definition, name, fields, options }: Start,
): Promise<string> {
  if (definition.kind === 'file') {
    const { text: spec, folder: defaultWorkingDir } = definition;
    return (await client.call('runs.start', { spec, name, defaultWorkingDir, ...fields })).dagRunId;
  }
  const { fileName } = definition;
  const renamed = options.name === undefined ? {} : { dagName: options.name };
  return (await client.call('dags.start', { fileName, ...renamed, ...fields })).dagRunId;
}
