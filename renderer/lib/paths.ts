/** The addresses of the views; every link is made here. */
export const paths = {
  dags: (filter?: string) => `/dags${query({ q: filter })}`,
  dag: (fileName: string) => `/dags/${encodeURIComponent(fileName)}`,
  dagRuns: (fileName: string) => `/dags/${encodeURIComponent(fileName)}/runs`,
  /** The slots of a DAG, those of one day or of one fate only. */
  dagSchedule: (
    fileName: string,
    filter: { readonly day?: string; readonly fate?: string | undefined } = {},
  ) => `/dags/${encodeURIComponent(fileName)}/schedule${query(filter)}`,
  schedule: (view: SchedulePlace = {}) =>
    `/schedule${query({ day: view.day, view: view.view, state: view.state, dag: view.dag })}`,
  queues: () => '/queues',
  runs: (filter: { readonly name?: string; readonly status?: string } = {}) =>
    `/runs${query(filter)}`,
  run: (run: RunPlace, step?: string) => runPath(run) + query({ step }),
  /** A run that another one called stands below the first of its callers. */
  subRun: (root: RunPlace, run: RunPlace, step?: string) =>
    `${runPath(root)}/sub/${encodeURIComponent(run.name)}/${encodeURIComponent(run.dagRunId)}${query({ step })}`,
};

interface SchedulePlace {
  /** A day of the week that is shown; today when left out. */
  readonly day?: string | undefined;
  readonly view?: 'list' | undefined;
  /** Only slots in this state, and of DAGs whose name holds this text. */
  readonly state?: string | undefined;
  readonly dag?: string | undefined;
}

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
