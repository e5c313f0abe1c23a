import { isDagName } from '../../contract/fields.ts';
import type { CallableDags } from './actions/dag-names.ts';
import { uniqueName } from './safe-name.ts';
import { stemOf } from './stem-of.ts';

interface Definition {
  readonly name: string;
  readonly text: string;
}

interface NamedDefinitions<T> {
  readonly named: readonly (T & NewName)[];
  /** How the DAGs of all of them are called, with their names here. */
  readonly dags: CallableDags;
}

interface NewName {
  readonly fileName: string;
  /** What is said of a name that is not that of the file; null: it is. */
  readonly renamed: string | null;
}

/** What the definitions of a whole import are called. */
export interface ImportNames {
  /** Names of their files. */
  readonly files: readonly string[];
  /** What stands in their `name:` lines. */
  readonly dags: readonly string[];
}

/** The names of an import. One that comes in parts has the same ones in each. */
export function namesOfImport(files: readonly Definition[]): ImportNames {
  const dags = new Set(files.flatMap(({ text }) => namesIn(text)));
  return { files: files.map(({ name }) => name), dags: [...dags] };
}

/**
 * The names of the DAGs of an import. What is called in a way that nothing can be called here gets a name that is like it.
 *
 * @param all Those of the whole import, of which these files may be a part: each part then gives the same names.
 */
export function nameDefinitions<T extends Definition>(
  files: readonly T[],
  all: ImportNames = namesOfImport(files),
): NamedDefinitions<T> {
  const stems = files.map(({ name }) => stemOfPath(name));
  const own = [...all.files.map(stemOfPath), ...all.dags, ...stems];
  const taken = new Set(own.filter(isDagName).map((name) => name.toLowerCase()));
  const dags = new Map<string, string>();
  for (const name of own) {
    if (!dags.has(name)) dags.set(name, isDagName(name) ? name : uniqueName(name, taken));
  }
  const named = files.map((file, index) => {
    const stem = stems[index] ?? '';
    const fileName = dags.get(stem) ?? stem;
    return { ...file, fileName, renamed: fileName === stem ? null : renamedTo(stem, fileName) };
  });
  return { named, dags };
}

const stemOfPath = (path: string): string => stemOf(path.replace(/^.*[\\/]/, ''));

const renamedTo = (stem: string, fileName: string): string =>
  `The file \`${stem}\` becomes the DAG \`${fileName}\`: a name has 1 to 40 letters, digits, dashes, dots and underscores.`;

/** What the documents of a text are called, as far as it says so in a line: a call of another name is told as unknown. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/^name:[ \t]+(?:"([^"\n]+)"|'([^'\n]+)'|([^\s#"'][^#\n]*))/gm)].map(
    ([, double, single, plain = '']) => (double ?? single ?? plain).trim(),
  );
}
