import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { EngineError } from '../../contract/errors.ts';
import { isDagName, isReservedFileName, NAME_RULE } from '../../contract/fields.ts';
import { NotRegularFile } from '../../lib/regular-file.ts';
import { NotUtf8 } from '../../lib/written-text.ts';
import { stemOf } from '../../platform/dag-file-names.ts';

/** What lists say of the folder itself: the DAGs that they still know cannot run without it. */
export function folderProblems(folder: string): readonly string[] {
  if (!existsSync(folder)) {
    return [
      `The DAGs folder ${folder} does not exist. Put it back, or create a DAG to get a new one.`,
    ];
  }
  if (isFile(folder)) return [`Cannot read the DAGs folder ${folder}: ${FILE_INSTEAD}.`];
  const why = whyUnreadable(folder);
  return why === null
    ? []
    : [`Cannot read the DAGs folder ${folder}: ${why}. Give your user permission to read it.`];
}

function whyUnreadable(folder: string): string | null {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Whether a file has the name that the folder should have. */
export function isFile(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false;
}

export const FILE_INSTEAD =
  'a file with that name exists. Move it away, or set `paths.dags_dir` to another folder';

/** What lists say of a file for its name alone. `paths`: those of all files that have it, the one that counts first. */
export function fileProblems(fileName: string, paths: readonly string[]): readonly string[] {
  const [first = fileName, ...others] = paths;
  const problems: string[] = [];
  if (!isDagName(fileName)) {
    problems.push(`${stemOf(first)}: the file is ignored. ${NAME_RULE}`);
  }
  if (isReservedFileName(fileName)) {
    problems.push(
      `${fileName}: the API uses this name for another function, so the DAG is hard to reach. Rename the file.`,
    );
  }
  for (const other of others) {
    problems.push(
      `${first}: hides ${other}, which has the same name. Rename one of them.`,
      `${other}: is ignored, because ${first} has the same name. Rename one of them.`,
    );
  }
  return problems;
}

/** The code of a system's error: its message would tell the path. */
export function reasonOf(error: unknown): string {
  if (error instanceof NotRegularFile) return `it is ${error.kind}`;
  if (error instanceof NotUtf8) return 'it is not saved as UTF-8';
  if (error instanceof EngineError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
