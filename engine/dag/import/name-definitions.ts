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

/** The names of the DAGs of an import. What is called in a way that nothing can be called here gets a name that is like it. */
export function nameDefinitions<T extends Definition>(files: readonly T[]): NamedDefinitions<T> {
  const stems = files.map(({ name }) => stemOf(name.replace(/^.*[\\/]/, '')));
  const own = [...stems, ...files.flatMap(({ text }) => namesIn(text))];
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

const renamedTo = (stem: string, fileName: string): string =>
  `The file \`${stem}\` becomes the DAG \`${fileName}\`: a name has 1 to 40 letters, digits, dashes, dots and underscores.`;

/** What the documents of a text are called, as far as it says so in a line: a call of another name is told as unknown. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/^name:[ \t]+(?:"([^"\n]+)"|'([^'\n]+)'|([^\s#"'][^#\n]*))/gm)].map(
    ([, double, single, plain = '']) => (double ?? single ?? plain).trim(),
  );
}
