/** The addresses of the views; every link is made here. */
export const paths = {
  dags: (filter?: string) => `/dags${query({ q: filter })}`,
  dag: (fileName: string) => `/dags/${encodeURIComponent(fileName)}`,
  dagRuns: (fileName: string) => `/dags/${encodeURIComponent(fileName)}/runs`,
  runs: (filter: { readonly name?: string; readonly status?: string } = {}) =>
    `/runs${query(filter)}`,
  run: (run: { readonly name: string; readonly dagRunId: string }, step?: string) =>
    `/runs/${encodeURIComponent(run.name)}/${encodeURIComponent(run.dagRunId)}${query({ step })}`,
};

function query(values: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(values).filter((entry): entry is [string, string] => !!entry[1]);
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
}
