import { dirname } from 'node:path';
import type { DryRun } from '../contract/dag.ts';
import type { Caller, OperationInput } from '../contract/operations.ts';
import { homedir } from 'node:os';
import { planDryRun } from '../execution/dry-run.ts';
import { loadDag } from '../steps/load-dag.ts';
import { mayBringCommands } from './check-call.ts';
import { requireValid } from './dag-definitions.ts';
import { requireDag, requireLoadable } from './find.ts';
import type { Parts } from './parts.ts';

/** What a run of a stored DAG would do, as far as the caller may know. */
export async function dryRunStored(
  parts: Parts,
  { fileName, params }: OperationInput<'dags.dryRun'>,
  caller: Caller,
): Promise<DryRun> {
  const read = requireDag(parts, fileName);
  const dag = requireLoadable(read);
  return planDryRun({
    dag,
    params,
    homeFolder: dirname(read.file.path),
    defaultShell: parts.defaultShell,
    ownEnvironment: process.env,
    dagsDir: parts.config.paths.dagsDir,
    // Whoever may run anything at all can read as much by a run.
    looksOutside: mayBringCommands({ caller, settings: parts.config }),
    knows: knowsOf(
      parts,
      read.loaded.localDags.map(({ name }) => name),
    ),
  });
}

/** What a run of a definition in the request would do. */
export async function dryRunInline(
  parts: Parts,
  { spec, name, params, defaultWorkingDir }: OperationInput<'runs.dryRun'>,
): Promise<DryRun> {
  const base = parts.base.current()?.base ?? null;
  const loaded = loadDag(spec, { name: name ?? 'dry-run', base });
  const dag = requireValid(loaded);
  return planDryRun({
    dag: name === undefined ? dag : { ...dag, name },
    params,
    homeFolder: defaultWorkingDir ?? homedir(),
    defaultShell: parts.defaultShell,
    ownEnvironment: process.env,
    dagsDir: parts.config.paths.dagsDir,
    looksOutside: true,
    knows: knowsOf(
      parts,
      loaded.localDags.map((local) => local.name),
    ),
  });
}

/** Whether a call finds a DAG of this name: in the same file, or among the stored ones. */
function knowsOf({ catalog }: Parts, local: readonly string[]): (name: string) => boolean {
  const known = new Set(local);
  for (const { fileName, name } of catalog.entries()) known.add(fileName).add(name);
  return (name) => known.has(name);
}
