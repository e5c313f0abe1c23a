import type { BaseDag } from '../dag/base.ts';
import { readWrittenText } from '../lib/written-text.ts';
import { reasonOf } from '../services/catalog/file-problems.ts';
import { loadBase } from '../steps/load-dag.ts';
import { CliError } from './cli-error.ts';

/** What the base.yaml of a home says, which is merged under every DAG; null where there is none. */
export function readBase(file: string): BaseDag | null {
  try {
    return loadBase(readWrittenText(file, 'follow'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CliError(`Cannot read ${file}: ${reasonOf(error)}.`);
  }
}
