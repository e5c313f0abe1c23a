import { dirname } from 'node:path';
import type { DryRun } from '../contract/dag.ts';
import type { Caller, OperationInput } from '../contract/operations.ts';
import { homedir } from 'node:os';
import type { LoadResult } from '../dag/definition.ts';
import { askedEnvironment } from './asked-environment.ts';
import { mayBringCommands } from './check-call.ts';
import { requireValid } from './load-errors.ts';
import { requireDag, requireLoadable } from './find.ts';
import type { EngineServices } from './engine-services.ts';
import { requireAccepted } from './sync/review.ts';

/** What a run of a stored DAG would do, as far as the caller may know. */
export async function dryRunStored(
  services: EngineServices,
  { fileName, params }: OperationInput<'dags.dryRun'>,
  caller: Caller,
): Promise<DryRun> {
  requireAccepted(services, fileName);
  const read = requireDag(services, fileName);
  const dag = requireLoadable(read);
  const options = {
    dag,
    params,
    homeFolder: dirname(read.file.path),
    defaultShell: services.defaultShell,
    ownEnvironment: { ...askedEnvironment() },
    dagsDir: services.config.paths.dagsDir,
    // Whoever may run anything at all can read as much by a run.
    looksOutside: mayBringCommands({ caller, settings: services.config }),
  };
  const known = namesKnownTo(services, read.loaded);
  return services.aside.dryRun({ options, known }, [read.text, read.base?.text]);
}

/** What a run of a definition in the request would do. */
export async function dryRunInline(
  services: EngineServices,
  { spec, name, params, defaultWorkingDir }: OperationInput<'runs.dryRun'>,
): Promise<DryRun> {
  const under = services.base.current();
  const loaded = await services.aside.load(spec, { name: name ?? 'dry-run', under });
  const dag = requireValid(loaded);
  const options = {
    dag: name === undefined ? dag : { ...dag, name },
    params,
    homeFolder: defaultWorkingDir ?? homedir(),
    defaultShell: services.defaultShell,
    ownEnvironment: { ...askedEnvironment() },
    dagsDir: services.config.paths.dagsDir,
    looksOutside: true,
  };
  const known = namesKnownTo(services, loaded);
  return services.aside.dryRun({ options, known }, [spec, under?.text]);
}

/** By which a call finds a DAG: those of the same file, and the stored ones. */
function namesKnownTo({ catalog }: EngineServices, { localDags }: LoadResult): ReadonlySet<string> {
  const known = new Set(localDags.map(({ name }) => name));
  for (const { fileName, name } of catalog.entries()) known.add(fileName).add(name);
  return known;
}
