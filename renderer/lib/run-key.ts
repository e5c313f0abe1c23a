/** What names a run: ids are unique within a DAG only. */
export interface RunName {
  readonly name: string;
  readonly dagRunId: string;
}

export function runKey({ name, dagRunId }: RunName): string {
  return `${name} ${dagRunId}`;
}

export function isSameRun(a: RunName, b: RunName): boolean {
  return a.dagRunId === b.dagRunId && a.name === b.name;
}
