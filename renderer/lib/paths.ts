import { LOGIN_CALLBACK_PATH } from '#contract/page-address.ts';

/** The addresses of the views; every link is made here. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  /** Where an identity provider sends the browser back to. */
  loginCallback: () => LOGIN_CALLBACK_PATH,
  dags: (filter?: string, sort?: string) => `/dags${query({ q: filter, sort })}`,
  /** The DAGs with the dialog that creates one. */
  newDag: () => '/dags?new=yes',
  /** The DAGs with the dialog that imports some. */
  importDags: () => '/dags?import=yes',
  /** The DAG with the form of its parameters. */
  runForm: (fileName: string) => `/dags/${encodeURIComponent(fileName)}?run=form`,
  /** The DAG with the form of a run that starts at a time. */
  runLater: (fileName: string) => `/dags/${encodeURIComponent(fileName)}?run=later`,
  dag: (fileName: string) => `/dags/${encodeURIComponent(fileName)}`,
  /** The definition with the cursor in its text, for a DAG that was created just now. */
  newText: (fileName: string) => `/dags/${encodeURIComponent(fileName)}?edit=yes`,
  /** The definition at its catch-up window, which is written into the text where it is missing. */
  catchUp: (fileName: string) => `/dags/${encodeURIComponent(fileName)}?set=catchup_window`,
  dagRuns: (fileName: string) => `/dags/${encodeURIComponent(fileName)}/runs`,
  /** The slots of a DAG, those of one day or of one fate only. */
  dagSchedule: (
    fileName: string,
    filter: { readonly day?: string; readonly fate?: string | undefined } = {},
  ) => `/dags/${encodeURIComponent(fileName)}/schedule${query(filter)}`,
  schedule: (view: SchedulePlace = {}) =>
    `/schedule${query({ day: view.day, view: view.view, state: view.state, dag: view.dag })}`,
  queues: () => '/queues',
  /** Git Sync, with one of its items. */
  git: (itemId?: string) => `/git${itemId === undefined ? '' : `/${encodeURIComponent(itemId)}`}`,
  /** Git Sync with an item that is about to be published. */
  publish: (itemId: string) => `/git/${encodeURIComponent(itemId)}?publish=yes`,
  settings: (section?: string) => `/settings${section === undefined ? '' : `/${section}`}`,
  /** The webhook of one DAG. */
  webhook: (fileName: string) => `/settings/webhooks/${encodeURIComponent(fileName)}`,
  audit: (filter: AuditPlace = {}) =>
    `/settings/audit${query({ actor: filter.actor, operation: filter.operation, outcome: filter.outcome })}`,
  runs: (filter: { readonly name?: string; readonly status?: string } = {}) =>
    `/runs${query(filter)}`,
  run: (run: RunPlace, step?: string) => runPath(run) + query({ step }),
  /** A run that another one called stands below the first of its callers. */
  subRun: (root: RunPlace, run: RunPlace, step?: string) =>
    `${runPath(root)}/sub/${encodeURIComponent(run.name)}/${encodeURIComponent(run.dagRunId)}${query({ step })}`,
};

/** Whether the query of an address asks for the catch-up window. */
export function isCatchUp(search: string): boolean {
  return new URLSearchParams(search).get('set') === 'catchup_window';
}

/** Whether the query of an address asks for the dialog that creates a DAG. */
export function isNewDag(search: string): boolean {
  return new URLSearchParams(search).has('new');
}

/** Whether the query of an address asks for the dialog that imports DAGs. */
export function isImport(search: string): boolean {
  return new URLSearchParams(search).has('import');
}

/** Whether the query of an address asks for the cursor in the text. */
export function isNewText(search: string): boolean {
  return new URLSearchParams(search).has('edit');
}

/** Whether the query of an address asks to publish the item. */
export function isPublish(search: string): boolean {
  return new URLSearchParams(search).has('publish');
}

/** Whether the query of an address asks for the form of the parameters. */
export function isRunForm(search: string): boolean {
  return new URLSearchParams(search).has('run');
}

/** Whether that form asks for the time of the start. */
export function isRunLater(search: string): boolean {
  return new URLSearchParams(search).get('run') === 'later';
}

interface SchedulePlace {
  /** The first day that is shown; today when left out. */
  readonly day?: string | undefined;
  readonly view?: 'list' | undefined;
  /** Only slots in this state, and of DAGs whose name holds this text. */
  readonly state?: string | undefined;
  readonly dag?: string | undefined;
}

interface AuditPlace {
  readonly actor?: string | undefined;
  readonly operation?: string | undefined;
  readonly outcome?: string | undefined;
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
