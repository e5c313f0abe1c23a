import type { Format } from '../commands/options.ts';
import type { DryRun } from '../../contract/dag.ts';
import type { EngineClient } from '../../contract/client.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { exitCodes } from '../cli-error.ts';
import { withEngine } from '../connection/connect.ts';
import { dryRunText } from '../print/dry-run.ts';
import { issuesText } from '../print/issues.ts';
import { json } from '../print/json.ts';
import { findDefinition, requireName, type Definition } from './find-definition.ts';
import { joinParams } from './join-params.ts';

export interface DryOptions extends GlobalOptions {
  readonly params?: readonly string[];
  readonly format: Format;
}

interface DryRequest {
  readonly dag: string;
  readonly params: readonly string[];
  readonly options: DryOptions;
}

/** Prints what a run would do, and returns the exit code. */
export async function dryRun(cli: Cli, { dag, params, options }: DryRequest): Promise<number> {
  const { out, err } = cli;
  const config = configOf(cli, options);
  const joined = joinParams(options.params ?? [], params);
  return withEngine(cli, config, async (connection) => {
    const { client } = connection;
    const definition = await findDefinition(connection, dag, config.paths);
    if (definition.kind === 'broken file') {
      err.write(issuesText({ file: dag, ...definition }, err.colors));
      return exitCodes.failed;
    }
    requireName(definition);
    const plan = await ask(client, definition, joined === undefined ? {} : { params: joined });
    out.write(options.format === 'json' ? json(plan) : dryRunText(plan, out));
    return 0;
  });
}

function ask(
  client: EngineClient,
  definition: Exclude<Definition, { kind: 'broken file' }>,
  fields: { readonly params?: string },
): Promise<DryRun> {
  if (definition.kind === 'stored') {
    return client.call('dags.dryRun', { fileName: definition.fileName, ...fields });
  }
  const { text: spec, name, folder: defaultWorkingDir } = definition;
  return client.call('runs.dryRun', { spec, name, defaultWorkingDir, ...fields });
}
