/** The addresses of the views; every link is made here. */
export const paths = {
  dags: (filter?: string) => `/dags${query({ q: filter })}`,
  dag: (fileName: string) => `/dags/${encodeURIComponent(fileName)}`,
  dagRuns: (fileName: string) => `/dags/${encodeURIComponent(fileName)}/runs`,
  runs: (filter: { readonly name?: string; readonly status?: string } = {}) =>
    `/runs${query(filter)}`,
  run: (run: RunPlace, step?: string) => runPath(run) + query({ step }),
  /** A run that another one called stands below the first of its callers. */
  subRun: (root: RunPlace, run: RunPlace, step?: string) =>
    `${runPath(root)}/sub/${encodeURIComponent(run.name)}/${encodeURIComponent(run.dagRunId)}${query({ step })}`,
};

interface RunPlace {
  readonly name: string;
  readonly dagRunId: string;
}

function runPath(run: RunPlace): string {
  return `/runs/${encodeURIComponent(run.name)}/${encodeURIComponent(run.dagRunId)}`;
}

function query(values: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(values).filter((entry): entry is [string, string] => !!entry[1]);
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
}
