import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isDagName } from '../contract/fields.ts';
import { issueText, type Dag, type LoadResult } from '../dag/definition.ts';
import type { RunnableDag } from '../execution/create-run.ts';
import type { FindCalled } from '../execution/sub-runs.ts';
import { stemOf } from '../platform/dag-files.ts';
import { loadBase, loadDag } from '../steps/load-dag.ts';
import type { Database } from '../storage/database.ts';
import { definitionText, type RunRecord } from '../storage/runs.ts';
import type { BaseConfig } from './base-config.ts';
import type { DagCatalog } from './dag-catalog.ts';

export interface FindCalledOptions {
  readonly db: Database;
  readonly base: BaseConfig;
  readonly catalog: Pick<DagCatalog, 'read' | 'entries'>;
}

/**
 * Finds the DAG that a step calls: a document of the caller's own file, else a stored DAG by file or name, else a file
 * by its path (reference 3.9).
 */
export function createFindCalled(options: FindCalledOptions): FindCalled {
  return async (caller, target, workingDir) => {
    const found =
      localDag(options, caller, target) ??
      (await storedDag(options, target)) ??
      (await dagOfPath(options, workingDir, target));
    if (found !== null) return found;
    throw new Error(
      `there is no DAG ${JSON.stringify(target)}: neither in the file of ${caller.dagName} nor among the stored ones`,
    );
  };
}

function localDag(
  { db }: FindCalledOptions,
  caller: RunRecord,
  target: string,
): RunnableDag | null {
  const text = definitionText(db, caller.definitionId);
  const base = caller.baseId === null ? null : definitionText(db, caller.baseId);
  const loaded = loadDag(text, {
    name: caller.document === null ? caller.dagName : '',
    base: base === null ? null : loadBase(base),
    asCalled: true,
  });
  const { fileName } = caller;
  const local = loaded.localDags.find(({ name }) => name === target);
  if (local !== undefined) return { dag: local, text, base, document: target, fileName };
  if (loaded.dag?.name !== target) return null;
  return { dag: loaded.dag, text, base, document: null, fileName };
}

async function storedDag(
  { catalog, base }: FindCalledOptions,
  target: string,
): Promise<RunnableDag | null> {
  const stem = stemOf(target);
  const byFile = isDagName(stem) ? await catalog.read(stem) : null;
  const named = [...catalog.entries()].find(({ name }) => name === target);
  const read = byFile ?? (named === undefined ? null : await catalog.read(named.fileName));
  if (read === null) return null;
  return calledFrom(read.text, { base, name: read.file.fileName, fileName: read.file.fileName });
}

async function dagOfPath(
  { base }: FindCalledOptions,
  workingDir: string,
  target: string,
): Promise<RunnableDag | null> {
  if (!/[/\\]|\.ya?ml$/.test(target)) return null;
  const path = resolve(workingDir, target);
  let text;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const name = stemOf(path.split(/[/\\]/).at(-1) ?? '');
  return calledFrom(text, { base, name, fileName: null });
}

function calledFrom(
  text: string,
  { base, name, fileName }: { base: BaseConfig; name: string; fileName: string | null },
): RunnableDag {
  const under = base.current();
  const loaded = loadDag(text, { name, base: under?.base ?? null, asCalled: true });
  const dag = requireSound(loaded, name);
  return { dag, text, base: under?.text ?? null, document: null, fileName };
}

function requireSound({ dag, issues }: LoadResult, name: string): Dag {
  if (dag !== null) return dag;
  const errors = issues.filter(({ severity }) => severity === 'error').map(issueText);
  throw new Error(`the DAG ${name} has load errors: ${errors.join('; ')}`);
}
