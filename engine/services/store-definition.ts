import { dirname } from 'node:path';
import { EngineError } from '../contract/errors.ts';
import type { LoadResult } from '../dag/definition.ts';
import { makePrivateFolder } from '../lib/folders.ts';
import { createDagFile, replaceDagFile } from '../platform/dag-files.ts';
import { itemIdOf } from '../platform/dag-folder/dag-tree.ts';
import { hashOf } from '../platform/file-stamp.ts';
import type { ReadDag } from './catalog/dag-reader.ts';
import { withTakenName } from './catalog/taken-name.ts';
import { changeFolder } from './change-folder.ts';
import type { EngineServices } from './engine-services.ts';
import { noSuchDag, requireDag } from './find.ts';
import { requireValid } from './load-errors.ts';
import { loadJudged } from './load-judged.ts';

interface NewDefinition {
  /** Without extension. */
  readonly fileName: string;
  readonly spec: string;
}

/**
 * Creates the file of a DAG.
 *
 * @throws EngineError `bad_request` for a text with errors, `already_exists` for a name that is taken.
 */
export async function createDefinition(
  services: EngineServices,
  { fileName, spec }: NewDefinition,
): Promise<void> {
  const { config, catalog, base, newFiles } = services;
  const under = base.current();
  const { dagsDir } = config.paths;
  const loaded = await loadJudged(services, spec, { name: fileName, under, folder: dagsDir });
  const file = await changeFolder(dagsDir, () => {
    requireValid(withOwnName(services, fileName, loaded));
    requireFree(services, fileName);
    // Somebody may have deleted it under the engine.
    makePrivateFolder(dagsDir);
    return createDagFile(dagsDir, fileName, spec);
  });
  if (file === null) throw alreadyExists(fileName);
  newFiles.add(file.path);
  catalog.put({ file, text: spec, base: under, loaded });
}

interface Replacement extends NewDefinition {
  /** That of the text which it replaces; undefined: whatever is there. */
  readonly version: string | undefined;
}

/**
 * Replaces the text of a DAG. One with errors is not saved.
 *
 * @throws EngineError `not_found`, and `conflict` where the file has another text than the caller has seen.
 */
export async function replaceDefinition(
  services: EngineServices,
  { fileName, spec, version }: Replacement,
): Promise<LoadResult> {
  const { config, catalog, base } = services;
  const { file } = requireVersion(services, fileName, version);
  const under = base.current();
  const folder = dirname(file.path);
  const loaded = await loadJudged(services, spec, { name: file.fileName, under, folder });
  const judged = withOwnName(services, file.fileName, loaded);
  if (judged.dag === null) return judged;
  const replaced = await changeFolder(config.paths.dagsDir, () =>
    replaceDagFile(file, spec, () => {
      requireVersion(services, fileName, version);
    }),
  );
  if (replaced === null) throw noSuchDag(file.fileName);
  catalog.put({ file: replaced, text: spec, base: under, loaded });
  return loaded;
}

/**
 * A name of a file is that of one DAG, in whichever folder it lies.
 *
 * @throws EngineError `already_exists`
 */
export function requireFree({ catalog }: Pick<EngineServices, 'catalog'>, fileName: string): void {
  const file = catalog.tree.find(fileName);
  if (file !== null) throw alreadyExists(itemIdOf(file));
}

const alreadyExists = (name: string): EngineError =>
  new EngineError('already_exists', `DAG ${name} already exists`);

/** A text with the name of another file is one with an error. */
function withOwnName(
  { catalog }: Pick<EngineServices, 'catalog'>,
  fileName: string,
  loaded: LoadResult,
): LoadResult {
  const takenBy = catalog.nameTakenFrom(fileName, loaded);
  return takenBy === null ? loaded : withTakenName(loaded, takenBy);
}

function requireVersion(
  services: EngineServices,
  fileName: string,
  version: string | undefined,
): ReadDag {
  const read = requireDag(services, fileName);
  if (read.unread !== undefined) throw unseen(read.file.fileName, read.unread);
  if (version === undefined || hashOf(read.text) === version) return read;
  throw new EngineError(
    'conflict',
    `DAG ${read.file.fileName} was changed since you read it. Read it again, and decide what to keep.`,
  );
}

/** Somebody who saves has not seen what the file holds, and cannot want to lose it. */
function unseen(fileName: string, why: string): EngineError {
  return new EngineError(
    'conflict',
    `DAG ${fileName}: ${why} Saving would replace what it holds: repair, rename or delete it first.`,
  );
}
