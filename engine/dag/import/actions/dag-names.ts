import { stemOf } from '../stem-of.ts';

/** How DAGs are called, those that are stored and those of the same import, each with its name here. */
export type CallableDags = ReadonlyMap<string, string>;

/** The name here of the DAG that a text calls; null: none is called that. A call may name a file below other folders. */
export function calledDag(written: string, dags: CallableDags): string | null {
  const text = written.trim();
  const file = stemOf(text.replace(/^.*[\\/]/, ''));
  return dags.get(text) ?? dags.get(stemOf(text)) ?? dags.get(file) ?? null;
}

/** The same for `run`, which may be a program as well: a path is a DAG where it names a definition. */
export function dagOfRun(written: string, dags: CallableDags): string | null {
  const text = written.trim();
  return stemOf(text) === text ? (dags.get(text) ?? null) : calledDag(text, dags);
}
