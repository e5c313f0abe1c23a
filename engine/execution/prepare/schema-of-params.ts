import type { Dag } from '../../dag/definition.ts';
import { readSmallFile } from '../state/read-small-file.ts';
import { schemaRefusal, type SchemaText } from './param-schemas.ts';

const MAX_BYTES = 1024 * 1024;

/**
 * The schema of a DAG's parameters; null where it has none. A file is looked for in these folders, in their order.
 *
 * @throws EngineError `bad_request` for a file that is not there.
 */
export async function schemaOfParams(
  { paramSchema }: Pick<Dag, 'paramSchema'>,
  folders: readonly string[],
): Promise<SchemaText | null> {
  if (paramSchema === null) return null;
  if (paramSchema.kind === 'inline') return { text: paramSchema.json, path: null };
  const { path } = paramSchema;
  const text = await firstText(path, folders);
  if (text === null) {
    throw schemaRefusal(
      `the file "${path}" does not exist in ${[...new Set(folders)].join(' or ')}`,
    );
  }
  return { text, path };
}

async function firstText(path: string, folders: readonly string[]): Promise<string | null> {
  try {
    for (const folder of folders) {
      const text = await readSmallFile(path, folder, MAX_BYTES);
      if (text !== null) return text;
    }
    return null;
  } catch (error) {
    throw schemaRefusal((error as Error).message);
  }
}
