import type { DagChanges } from '../../contract/dag-changes.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { exitCodes } from '../cli-error.ts';
import type { Format } from '../commands/options.ts';
import { withEngine } from '../connection/connect.ts';
import { changesText } from '../print/changes.ts';
import { issuesText } from '../print/issues.ts';
import { json } from '../print/json.ts';
import { readText } from '../read-text.ts';
import { findDefinition, type Definition } from './find-definition.ts';

export interface DiffOptions extends GlobalOptions {
  readonly check?: boolean;
  readonly format: Format;
}

interface DiffRequest {
  readonly dag: string;
  readonly file: string;
  readonly options: DiffOptions;
}

/** Prints what a file changes in the meaning of a DAG, and returns the exit code. */
export async function showDiff(cli: Cli, { dag, file, options }: DiffRequest): Promise<number> {
  const config = configOf(cli, options);
  const spec = await readText(file);
  return withEngine(cli, config, async (connection) => {
    const before = await findDefinition(connection, dag, config.paths);
    const against = before.kind === 'stored' ? {} : { against: before.text };
    const fileName = nameOf(before);
    const changes = await connection.client.call('dags.changes', { fileName, spec, ...against });
    if (options.format === 'json') cli.out.write(json(changes));
    else {
      const old = { file: dag, text: against.against ?? '', issues: changes.errors.before };
      const now = { file, text: spec, issues: changes.errors.after };
      for (const side of [old, now]) cli.err.write(issuesText(side, cli.err.colors));
      cli.out.write(changesText(changes, cli.out));
    }
    return exitCodeOf(changes, options.check === true);
  });
}

/** What a first document without a name is called on both sides. */
function nameOf(definition: Definition): string {
  if (definition.kind === 'stored') return definition.fileName;
  return definition.kind === 'file' ? definition.name : 'dag';
}

function exitCodeOf({ change }: DagChanges, isCheck: boolean): number {
  const isWrong = change === 'unknown' || (isCheck && change !== 'none');
  return isWrong ? exitCodes.failed : 0;
}
