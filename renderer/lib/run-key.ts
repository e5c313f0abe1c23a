/** What names a run: ids are unique within a DAG only. */
export interface RunName {
  readonly name: string;
  readonly dagRunId: string;
}

/** The name of a run as one text. */
export function runKey({ name, dagRunId }: RunName): string {
  return `${name} ${dagRunId}`;
}

/** Whether two names are of the same run. */
export function isSameRun(a: RunName, b: RunName): boolean {
  return a.dagRunId === b.dagRunId && a.name === b.name;
}
