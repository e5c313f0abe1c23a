import { basename, dirname, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Dag, LoadIssue } from '../../dag/definition.ts';
import { stemOf } from '../../platform/dag-file-names.ts';
import { isDagName, NAME_RULE } from '../../contract/fields.ts';
import { CliError } from '../cli-error.ts';
import type { Connection } from '../connection/connect.ts';
import type { EngineClient } from '../../contract/client.ts';
import type { BaseDag } from '../../dag/base.ts';
import { orNull, unknownDag } from '../find-run.ts';
import { readText } from '../read-text.ts';
import { isDagPath } from './dag-path.ts';
import { storedDag } from './stored-dag.ts';

/** What `start` was asked to run. */
export type Definition =
  | { readonly kind: 'stored'; readonly fileName: string; readonly name: string }
  | {
      readonly kind: 'file';
      readonly text: string;
      readonly name: string;
      /** As base.yaml completes it. */
      readonly dag: Dag;
      /** Absolute; relative paths in the definition start here. Undefined where no folder of this machine is known. */
      readonly folder: string | undefined;
    }
  | { readonly kind: 'broken file'; readonly text: string; readonly issues: readonly LoadIssue[] };

/** A file when there is one of that path and it is not among the stored ones; else a stored DAG. */
export async function findDefinition(
  { client, isElsewhere }: Connection,
  dag: string,
  { dagsDir, baseConfig }: Config['paths'],
): Promise<Definition> {
  const stored = isElsewhere ? null : storedDag(dag, dagsDir);
  if (stored === null && (await isDagPath(dag))) {
    return isElsewhere ? readForElsewhere(client, dag) : readDefinition(dag, baseConfig);
  }
  const fileName = stored?.fileName ?? stemOf(dag);
  const answer = await orNull(client.call('dags.get', { fileName }));
  if (answer === null) throw await unknownDag(client, dag);
  return { kind: 'stored', fileName, name: answer.dag.name };
}

/** A file of this machine that is not among the stored ones, which needs no engine to be read; null where it is none. */
export async function readOwnFile(
  dag: string,
  { dagsDir, baseConfig }: Pick<Config['paths'], 'dagsDir' | 'baseConfig'>,
): Promise<Exclude<Definition, { kind: 'stored' }> | null> {
  if (storedDag(dag, dagsDir) !== null || !(await isDagPath(dag))) return null;
  return readDefinition(dag, baseConfig);
}

/** Refuses a file whose name stands for that of its DAG and cannot be one. `option` is what else can name it. */
export function requireName({ name }: { readonly name: string }, option = ''): void {
  if (isDagName(name)) return;
  throw new CliError(`No DAG can be called ${JSON.stringify(name)}. ${NAME_RULE}`, {
    hint: `Add \`name:\` to the file${option}, or rename it.`,
  });
}

async function readDefinition(
  file: string,
  baseConfig: string,
): Promise<Exclude<Definition, { kind: 'stored' }>> {
  const { readBase } = await import('../read-base.ts');
  const { text, dag, issues } = await load(file, readBase(baseConfig));
  return dag === null
    ? { kind: 'broken file', text, issues }
    : { kind: 'file', text, name: dag.name, dag, folder: dirname(resolve(file)) };
}

/** What is wrong with it without its base.yaml may be well with that of another machine. */
async function readForElsewhere(client: EngineClient, file: string): Promise<Definition> {
  const { text, dag, partial, issues } = await load(file, null);
  const read = { kind: 'file', text, name: partial.name, dag: partial, folder: undefined } as const;
  if (dag !== null) return read;
  const { valid } = await client.call('dags.validate', { spec: text, name: partial.name });
  return valid ? read : { kind: 'broken file', text, issues };
}

async function load(file: string, base: BaseDag | null) {
  const text = await readText(file);
  // The language is loaded for those who bring a file.
  const { loadDag } = await import('../../steps/load-dag.ts');
  return { text, ...loadDag(text, { name: stemOf(basename(file)), base }) };
}
