/** Which file to open, and how. */
export interface DatabaseName {
  /** Without a path: a database of the step alone. */
  readonly path: string;
  readonly readonly: boolean;
  readonly fileMustExist: boolean;
}

/** The modes of SQLite's own URIs. */
const modes: Readonly<Record<string, Omit<DatabaseName, 'path'>>> = {
  ro: { readonly: true, fileMustExist: true },
  rw: { readonly: false, fileMustExist: true },
  rwc: { readonly: false, fileMustExist: false },
  memory: { readonly: false, fileMustExist: false },
};

/**
 * Reads a path, or a URI such as `file:data.db?mode=ro`, which the library does not.
 *
 * @throws Error for a URI that asks for something else.
 */
export function databaseName(dsn: string): DatabaseName {
  const uri = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]*)(?:\?([^#]*))?/.exec(dsn);
  if (uri === null) return { path: dsn, readonly: false, fileMustExist: false };
  const [, path = '', query = ''] = uri;
  const asked = new URLSearchParams(query);
  const mode = asked.get('mode') ?? 'rwc';
  const other = [...asked.keys()].find((key) => key !== 'mode');
  const opening = Object.hasOwn(modes, mode) ? modes[mode] : undefined;
  if (other !== undefined)
    throw new Error(`\`dsn\`: ${JSON.stringify(other)} is unknown: use \`mode\``);
  if (opening === undefined) throw new Error(`\`dsn\`: \`mode\` must be ro, rw, rwc or memory`);
  return { path: mode === 'memory' ? ':memory:' : decoded(path), ...opening };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A `%` that stands for itself.
    return path;
  }
}
