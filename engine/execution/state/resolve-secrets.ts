import type { SecretDefinition } from '../../dag/definition.ts';
import { readSmallFile } from './read-small-file.ts';

export interface SecretSources {
  /** Environment of the engine. */
  readonly ownEnvironment: NodeJS.ProcessEnv;
  /** Folder that relative paths start from. */
  readonly workingDir: string;
}

/** An environment holds no more in one variable on Linux than twice this. */
const MAX_BYTES = 64 * 1024;

/**
 * The values of a DAG's secrets, by name. Those that share a name: the last one wins, as with every variable.
 *
 * A value is text, because steps get it as a variable: bytes that are no UTF-8 are refused rather than changed.
 *
 * @throws Error in words for a person, which names the secret and where its value should be, and never the value.
 */
export async function resolveSecrets(
  definitions: readonly SecretDefinition[],
  sources: SecretSources,
): Promise<ReadonlyMap<string, string>> {
  const onMissing = ({ name }: SecretDefinition, cause: unknown) => {
    throw new Error(`secret "${name}": ${(cause as Error).message}`, { cause });
  };
  const valid = async (definition: SecretDefinition) => {
    const value = await valueOf(definition, sources);
    checkValue(value);
    return value;
  };
  return valuesOf(definitions, valid, onMissing);
}

/** Those of them that can be found, for who has to hide them and nothing else. */
export async function knownSecrets(
  definitions: readonly SecretDefinition[],
  sources: SecretSources,
): Promise<ReadonlyMap<string, string>> {
  // Nothing is known of a missing one that could be hidden.
  const onMissing = () => undefined;
  return valuesOf(definitions, (definition) => valueOf(definition, sources), onMissing);
}

async function valuesOf(
  definitions: readonly SecretDefinition[],
  find: (definition: SecretDefinition) => Promise<string>,
  onMissing: (definition: SecretDefinition, cause: unknown) => void,
): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  for (const definition of definitions) {
    try {
      values.set(definition.name, await find(definition));
    } catch (error) {
      onMissing(definition, error);
    }
  }
  return values;
}

async function valueOf(definition: SecretDefinition, sources: SecretSources): Promise<string> {
  const { provider, key } = definition;
  if (provider === 'env') {
    const value = sources.ownEnvironment[key];
    if (value === undefined) throw new Error(`the environment variable "${key}" is not set`);
    return value;
  }
  const text = await readSmallFile(key, sources.workingDir, MAX_BYTES);
  if (text === null) throw new Error(`the file "${key}" does not exist in ${sources.workingDir}`);
  return definition.trim ? text.replace(/\r?\n$/, '') : text;
}

function checkValue(value: string): void {
  const bytes = Buffer.byteLength(value);
  if (bytes > MAX_BYTES) {
    throw new Error(`its value has ${bytes} bytes, more than the limit of ${MAX_BYTES}`);
  }
  if (value.includes('\0')) {
    throw new Error(
      'its value contains a NUL character, which an environment variable cannot contain',
    );
  }
}
