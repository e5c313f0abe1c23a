import { EngineError } from '../../contract/errors.ts';
import type { Dag } from '../../dag/definition.ts';
import { readParamSchema, type ReadSchema } from '../../dag/param-schema.ts';
import { MAX_PARAMS } from '../../dag/limits.ts';
import { PARAM_NAME, TOO_MANY_PARAMS } from '../../dag/param-text.ts';
import { readSmallFile } from '../state/read-small-file.ts';

const MAX_BYTES = 1024 * 1024;

/**
 * The schema of a DAG's parameters; null where it has none. A file is looked for in these folders, in their order.
 *
 * @throws EngineError `bad_request` for a file that is not there, or holds no schema.
 */
export async function schemaOfParams(
  { paramSchema }: Pick<Dag, 'paramSchema'>,
  folders: readonly string[],
): Promise<ReadSchema | null> {
  if (paramSchema === null) return null;
  if (paramSchema.kind === 'inline') return readParamSchema(paramSchema.json) ?? null;
  const { path } = paramSchema;
  const text = await firstText(path, folders);
  if (text === null) {
    throw refusal(`the file "${path}" does not exist in ${[...new Set(folders)].join(' or ')}`);
  }
  const schema = readParamSchema(text);
  if (schema === undefined) throw refusal(`the file "${path}" is not a JSON object`);
  const names = Object.keys(schema['properties'] ?? {});
  if (names.length > MAX_PARAMS) throw refusal(`in the file "${path}", ${TOO_MANY_PARAMS}`);
  const wrong = names.find((name) => !PARAM_NAME.test(name));
  if (wrong !== undefined) {
    throw refusal(`${JSON.stringify(wrong)} in "${path}" is not a valid parameter name`);
  }
  return schema;
}

async function firstText(path: string, folders: readonly string[]): Promise<string | null> {
  try {
    for (const folder of folders) {
      const text = await readSmallFile(path, folder, MAX_BYTES);
      if (text !== null) return text;
    }
    return null;
  } catch (error) {
    throw refusal((error as Error).message);
  }
}

function refusal(reason: string): EngineError {
  return new EngineError('bad_request', `Cannot read the \`schema\` of \`params\`: ${reason}.`);
}
