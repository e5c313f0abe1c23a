import { relative, resolve } from 'node:path';
import { isDagName } from '../../contract/fields.ts';
import { issueText, type Dag, type LoadResult } from '../../dag/definition.ts';
import type { Aside } from '../../execution/aside/aside.ts';
import type { RecentCache } from '../../lib/recent-cache.ts';
import { openFile } from '../../lib/regular-file.ts';
import { stemOf } from '../../platform/dag-file-names.ts';
import type { Database } from '../../storage/database.ts';
import { definitionText, type RunRecord } from '../../storage/runs.ts';
import type { BaseConfig } from './base-config.ts';
import { createLoadCalled, type LoadCalled } from './called-definitions.ts';
import type { DagCatalog } from './dag-catalog.ts';
import type { FindCalled, RunnableDag } from '../../execution/state/sub-runs.ts';
import type { ReadDag } from './dag-reader.ts';

export interface FindCalledOptions {
  readonly db: Database;
  readonly base: BaseConfig;
  readonly catalog: Pick<DagCatalog, 'read' | 'warm' | 'named' | 'tree'>;
  readonly cache: RecentCache<LoadResult>;
  readonly aside: Pick<Aside, 'load'>;
  readonly dagsDir: string;
  /** Throws for a stored DAG that must not run, or is not there yet. */
  readonly refuse: (fileName: string) => void;
  /** The same for a file, by its path below the folder of DAGs without extension. */
  readonly refuseItem: (itemId: string) => void;
}

type Options = FindCalledOptions & { readonly load: LoadCalled };

/**
 * Finds the DAG that a step calls: a document of the caller's own file, else a stored DAG by file, path below the folder or
 * name, else a file by its path.
 */
export function createFindCalled(given: FindCalledOptions): FindCalled {
  const options = { ...given, load: createLoadCalled(given.cache, given.aside) };
  return async (caller, target, workingDir) => {
    const found =
      (await localDag(options, caller, target)) ??
      (await storedDag(options, target)) ??
      (await dagOfPath(options, workingDir, target));
    if (found !== null) return found;
    throw new Error(
      `DAG ${JSON.stringify(target)} not found, neither in the file of ${caller.dagName} nor among the stored DAGs`,
    );
  };
}

async function localDag(
  { db, load }: Options,
  caller: RunRecord,
  target: string,
): Promise<RunnableDag | null> {
  const text = definitionText(db, caller.definitionId);
  const base = caller.baseId === null ? null : definitionText(db, caller.baseId);
  const loaded = await load({ text, base, name: caller.document === null ? caller.dagName : '' });
  const { fileName } = caller;
  const local = loaded.localDags.find(({ name }) => name === target);
  if (local !== undefined) return { dag: local, text, base, document: target, fileName };
  if (loaded.dag?.name !== target) return null;
  return { dag: loaded.dag, text, base, document: null, fileName };
}

async function storedDag(
  { catalog, ...options }: Options,
  target: string,
): Promise<RunnableDag | null> {
  const stem = fileAt(catalog, target) ?? stemOf(target);
  const readStored = async (fileName: string): Promise<ReadDag | null> => {
    await catalog.warm(fileName);
    return catalog.read(fileName);
  };
  options.refuse(stem);
  const byFile = isDagName(stem) ? await readStored(stem) : null;
  const named = catalog.named(target);
  const read = byFile ?? (named === undefined ? null : await readStored(named.fileName));
  if (read === null) return null;
  const { fileName } = read.file;
  if (read.nameTakenBy !== undefined) requireSound(read.loaded, fileName);
  options.refuse(fileName);
  return calledFrom(options, read.text, { name: fileName, fileName });
}

/** The name of the stored DAG at a path below the folder of DAGs; null where there is none. */
function fileAt({ tree }: Pick<DagCatalog, 'tree'>, target: string): string | null {
  try {
    return target.includes('/') ? (tree.at(target)?.fileName ?? null) : null;
  } catch {
    return null; // The file that has its name cannot be read, which is told where it is.
  }
}

async function dagOfPath(
  options: Options,
  workingDir: string,
  target: string,
): Promise<RunnableDag | null> {
  if (!/[/\\]|\.ya?ml$/.test(target)) return null;
  const path = resolve(workingDir, target);
  options.refuseItem(stemOf(relative(options.dagsDir, path).replaceAll('\\', '/')));
  let text;
  try {
    await using file = await openFile(path, 'follow');
    text = await file.readFile('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const name = stemOf(path.split(/[/\\]/).at(-1) ?? '');
  return calledFrom(options, text, { name, fileName: null });
}

async function calledFrom(
  { base, load }: Pick<Options, 'base' | 'load'>,
  text: string,
  { name, fileName }: { readonly name: string; readonly fileName: string | null },
): Promise<RunnableDag> {
  const under = base.current()?.text ?? null;
  const dag = requireSound(await load({ text, base: under, name }), name);
  return { dag, text, base: under, document: null, fileName };
}

function requireSound({ dag, issues }: LoadResult, name: string): Dag {
  if (dag !== null) return dag;
  const errors = issues.filter(({ severity }) => severity === 'error').map(issueText);
  throw new Error(`the DAG ${name} has load errors: ${errors.join('; ')}`);
}
