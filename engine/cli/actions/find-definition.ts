import { basename, dirname, resolve } from 'node:path';
import type { LoadIssue } from '../../dag/definition.ts';
import { stemOf } from '../../platform/dag-file-names.ts';
import type { Connection } from '../connection/connect.ts';
import { orNull, unknownDag } from '../find-run.ts';
import { readText } from '../read-text.ts';
import { isDagPath } from './dag-path.ts';

/** What `start` was asked to run. */
export type Definition =
  | { readonly kind: 'stored'; readonly fileName: string; readonly name: string }
  | {
      readonly kind: 'file';
      readonly text: string;
      readonly name: string;
      /** Absolute; relative paths in the definition start here. Undefined where no folder of this machine is known. */
      readonly folder: string | undefined;
    }
  | { readonly kind: 'broken file'; readonly text: string; readonly issues: readonly LoadIssue[] };

/** A file when there is one of that path and it is not among the stored ones; else a stored DAG. */
export async function findDefinition(
  { client, isElsewhere }: Connection,
  dag: string,
  dagsDir: string,
): Promise<Definition> {
  const stored = !isElsewhere && dirname(resolve(dag)) === resolve(dagsDir);
  if (!stored && (await isDagPath(dag))) {
    const read = await readDefinition(dag);
    return read.kind === 'file' && isElsewhere ? { ...read, folder: undefined } : read;
  }
  const fileName = stemOf(stored ? basename(dag) : dag);
  const answer = await orNull(client.call('dags.get', { fileName }));
  if (answer === null) throw await unknownDag(client, dag);
  return { kind: 'stored', fileName, name: answer.dag.name };
}

async function readDefinition(file: string): Promise<Definition> {
  const text = await readText(file);
  // The language is loaded for those who bring a file.
  const { loadDag } = await import('../../steps/load-dag.ts');
  const { dag, issues } = loadDag(text, { name: stemOf(basename(file)) });
  return dag === null
    ? { kind: 'broken file', text, issues }
    : { kind: 'file', text, name: dag.name, folder: dirname(resolve(file)) };
}
