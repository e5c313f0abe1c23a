import type { Config } from '../../config/config.ts';
import type { RunDetail } from '../../contract/run.ts';
import { CliError, configOf, exitCodes, type Cli, type Signal } from '../cli.ts';
import type { StartOptions } from '../commands/start.ts';
import { withEngine, type Connection } from '../connect.ts';
import { followRun } from '../follow/follow-run.ts';
import { createLiveView } from '../follow/live-view.ts';
import { silentView } from '../follow/run-view.ts';
import { issuesText } from '../print/issues.ts';
import { json } from '../print/json.ts';
import { runTree } from '../print/run-tree.ts';
import { findDefinition, type Definition } from './find-definition.ts';
import { joinParams } from './join-params.ts';

interface StartRequest {
  readonly dag: string;
  readonly params: readonly string[];
  readonly options: StartOptions;
}

interface StartedRun {
  readonly name: string;
  readonly dagRunId: string;
}

/** Starts a run, follows it, and returns the exit code. */
export async function startRun(cli: Cli, request: StartRequest): Promise<number> {
  const config = configOf(cli, request.options);
  return withEngine(cli, config, 'run', async (connection) => {
    const run = await start(cli, { connection, request, config });
    if (run === null) return exitCodes.failed;
    if (request.options.follow) return follow(cli, connection, { run, request });
    const { format } = request.options;
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
): Promise<StartedRun | null> {
  const { connection, request, config } = given;
  const { options } = request;
  if (!options.follow && connection.engine === 'in process') throw nobodyElseRunsIt();
  const params = joinParams(options.params ?? [], request.params);
  const definition = await findDefinition(connection.client, request.dag, config.paths.dagsDir);
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

function nobodyElseRunsIt(): CliError {
  return new CliError('No engine is running for this home, so nobody would go on with the run.', {
    hint: 'Start one with `dagwright server`, or leave out --no-follow.',
  });
}

async function follow(
  cli: Cli,
  { client }: Connection,
  { run, request }: { readonly run: StartedRun; readonly request: StartRequest },
): Promise<number> {
  const { out, clock } = cli;
  const asJson = request.options.format === 'json';
  if (!asJson) out.write(out.colors.dim(`${run.name}  run ${run.dagRunId}\n`));
  const view = asJson ? silentView : createLiveView(out, clock.now);
  const interrupts = stopOnInterrupt(cli, () => client.call('runs.stop', run));
  try {
    const { signal } = interrupts;
    const ended = await followRun({ client, clock, run, view, signal });
    out.write(asJson ? json(ended) : `\n${runTree(ended, clock.now(), out)}`);
    return interrupts.exitCode() ?? exitCodeOf(ended);
  } catch (error) {
    if (!interrupts.signal.aborted) throw error;
    cli.err.write(`The run goes on: dagwright status ${run.name} --run-id ${run.dagRunId}\n`);
    return interrupts.exitCode() ?? exitCodes.interrupted;
  } finally {
    interrupts.end();
  }
}

function exitCodeOf({ statusLabel }: RunDetail): number {
  return statusLabel === 'succeeded' ? 0 : exitCodes.failed;
}

/** The first Ctrl-C stops the run, the second one leaves it alone. */
function stopOnInterrupt({ onSignal, err }: Cli, stop: () => Promise<unknown>) {
  const leave = new AbortController();
  let first: Signal | null = null;
  const end = onSignal((signal) => {
    if (first !== null) return leave.abort(new Error('left'));
    first = signal;
    err.write('\nStopping the run. Once more leaves it to itself.\n');
    // It may have ended by itself in this moment, and then following ends as well.
    stop().catch(() => undefined);
  });
  const exitCode = () => {
    if (first === null) return null;
    return first === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated;
  };
  return { signal: leave.signal, exitCode, end };
}
