import { basename } from 'node:path';
import type { EngineClient } from '../contract/client.ts';
import { EngineError } from '../contract/errors.ts';
import type { RunDetail } from '../contract/run.ts';
import { didYouMean } from '../lib/suggest.ts';
import { CliError } from './cli-error.ts';

/** The run that a command names. The DAG may be called by its name or by that of its file. */
export async function findRun(
  client: EngineClient,
  dag: string,
  dagRunId = 'latest',
): Promise<RunDetail> {
  const name = await runName(client, dag);
  const run = await orNull(client.call('runs.get', { name, dagRunId }));
  if (run !== null) return run.dagRun;
  throw dagRunId === 'latest'
    ? new CliError(`DAG ${name} has no runs.`, { hint: `Start one: dagwright start ${name}` })
    : new CliError(`DAG ${name} has no run ${dagRunId}.`, {
        hint: `See: dagwright history ${name}`,
      });
}

/** The name under which the runs of a DAG are kept: its own, which may differ from that of its file, named by a path too. */
export async function runName(client: EngineClient, dag: string): Promise<string> {
  const name = basename(dag).replace(/\.ya?ml$/, '');
  // Without a name, those of all DAGs would be listed.
  if (name === '') throw await unknownDag(client, dag);
  const { dagRuns } = await client.call('runs.list', { name, limit: 1 });
  if (dagRuns.length > 0) return name;
  const stored = await orNull(client.call('dags.get', { fileName: name }));
  if (stored === null) throw await unknownDag(client, dag);
  return stored.dag.name;
}

/** The error for a DAG that is not there, with the one that may have been meant. */
export async function unknownDag(client: EngineClient, dag: string): Promise<CliError> {
  const { dags } = await client.call('dags.list', { perPage: 1000 });
  const names = dags.flatMap((item) => [item.fileName, item.dag.name]);
  return noSuchDag(dag, names);
}

/** The same where the names are known, those of files and others. */
export function noSuchDag(dag: string, names: readonly string[]): CliError {
  const meant = didYouMean(dag, names);
  return meant === ''
    ? new CliError(`DAG ${dag} not found.`, { hint: storedDags([...new Set(names)]) })
    : new CliError(`DAG ${dag} not found${meant}`);
}

const MAX_NAMES = 20;

/** Which names there are, also of an engine elsewhere, whose folder nobody here can look into. */
function storedDags(names: readonly string[]): string {
  if (names.length === 0)
    return 'No DAGs are stored. To use a file, give its path, such as ./daily.yaml.';
  const more = names.length - MAX_NAMES;
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return `Stored DAGs: ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The answer, or null where the engine knows no such thing. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof EngineError && error.code === 'not_found') return null;
    throw error;
  }
}
