import type { StartRequest } from './start-options.ts';
import type { StartOptions } from './start-options.ts';
import type { Config } from '../../config/config.ts';
import type { OperationInput, OperationOutput } from '../../contract/operations.ts';
import { configOf, type Cli } from '../cli.ts';
import { exitCodes } from '../cli-error.ts';
import { withEngine, type Connection } from '../connection/connect.ts';
import { issuesText } from '../print/issues.ts';
import { report } from '../say.ts';
import { findDefinition, requireName, type Definition } from './find-definition.ts';
import { followToEnd, requireOtherEngine } from './follow-to-end.ts';
import { workingDirOf } from './folder-for.ts';
import { reportPlanned, type AcceptedRun } from './planned-words.ts';
import { joinParams } from './join-params.ts';
import { startFromRun } from './start-from-run.ts';

/** Starts a run, follows it, and returns the exit code. */
export async function startRun(cli: Cli, request: StartRequest): Promise<number> {
  const config = configOf(cli, request.options);
  return withEngine(cli, config, async (connection) => {
    const { follow, format, fromRunId } = request.options;
    const isNow = request.options.at === undefined;
    if (!follow && isNow) requireOtherEngine(connection);
    const run: AcceptedRun | null =
      fromRunId === undefined
        ? await start(cli, { connection, request, config })
        : await startFromRun(connection, request, fromRunId);
    if (run === null) return exitCodes.failed;
    const { plannedAt } = run;
    if (plannedAt !== undefined) {
      reportPlanned(cli, { run, plannedAt }, { connection, config, format });
      return 0;
    }
    if (follow) return followToEnd(cli, connection, { run, format });
    report(cli, format, { answer: run, words: `Started run ${run.dagRunId} of ${run.name}` });
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
): Promise<AcceptedRun | null> {
  const { connection, request, config } = given;
  const { options } = request;
  const params = joinParams(options.params ?? [], request.params);
  const definition = await findDefinition(connection, request.dag, config.paths);
  if (definition.kind === 'broken file') {
    const { issues, text } = definition;
    cli.err.write(issuesText({ file: request.dag, text, issues }, cli.err.colors));
    return null;
  }
  const fields = {
    ...(params === undefined ? {} : { params }),
    ...(options.runId === undefined ? {} : { dagRunId: options.runId }),
    ...(options.singleton === undefined ? {} : { singleton: options.singleton }),
    ...(options.at === undefined ? {} : { at: options.at }),
    ...workingDirOf(connection, options),
  };
  if (options.name === undefined) requireName(definition, ', use --name');
  const name = options.name ?? definition.name;
  return { name, ...(await send(connection, { definition, name, fields, options })) };
}

interface Start {
  readonly definition: Exclude<Definition, { kind: 'broken file' }>;
  readonly name: string;
  readonly fields: Pick<
    OperationInput<'runs.start'>,
    'params' | 'dagRunId' | 'singleton' | 'defaultWorkingDir' | 'at'
  >;
  readonly options: StartOptions;
}

async function send(
  { client }: Connection,
  { definition, name, fields, options }: Start,
): Promise<OperationOutput<'runs.start'>> {
  if (definition.kind === 'file') {
    const { text: spec, folder: defaultWorkingDir } = definition;
    return client.call('runs.start', { spec, name, defaultWorkingDir, ...fields });
  }
  const { fileName } = definition;
  const renamed = options.name === undefined ? {} : { dagName: options.name };
  return client.call('dags.start', { fileName, ...renamed, ...fields });
}
