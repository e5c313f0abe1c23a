import { latestBeginningFirst, type RunSummary } from '../../contract/run.ts';
import { runStatusCodes, type RunStatus } from '../../contract/status.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import type { TimeSpan } from '../commands/time-options.ts';
import { CliError } from '../cli-error.ts';
import { noteLeftRuns, withEngine, type Connection } from '../connection/connect.ts';
import { runName } from '../find-run.ts';
import { csv } from '../print/csv.ts';
import { json } from '../print/json.ts';
import { statusText, statusWords } from '../print/status-style.ts';
import { table, type Column } from '../print/table.ts';
import { localTimeText, spanText } from '../print/times.ts';
import { remark } from '../say.ts';
import type { Output } from '../terminal.ts';

export interface HistoryOptions extends GlobalOptions {
  readonly from?: TimeSpan;
  readonly to?: TimeSpan;
  /** Milliseconds. */
  readonly last?: number;
  readonly status?: RunStatus;
  readonly tags?: string;
  readonly runId?: string;
  readonly limit: number;
  readonly format: 'table' | 'json' | 'csv';
}

/** Prints the runs of one DAG or of all, the newest first. */
export async function listHistory(
  cli: Cli,
  dag: string | undefined,
  options: HistoryOptions,
): Promise<void> {
  const config = configOf(cli, options);
  const filters = {
    ...period(options, cli.clock.now()),
    ...(dag === undefined ? {} : { name: dag.replace(/\.ya?ml$/, '') }),
    ...(options.status === undefined ? {} : { status: runStatusCodes[options.status] }),
    ...(options.tags === undefined ? {} : { tags: options.tags }),
    ...(options.runId === undefined ? {} : { dagRunId: options.runId }),
    limit: options.limit,
  };
  const { dagRuns, nextCursor } = await withEngine(cli, config, async (connection) => {
    const answer = await connection.client.call('runs.list', filters);
    noteLeftRuns(cli, connection, answer.dagRuns);
    if (dag !== undefined && answer.dagRuns.length === 0) await noteUnknown(cli, connection, dag);
    return answer;
  });
  const runs = latestBeginningFirst(dagRuns);
  cli.out.write(print(runs, { format: options.format, now: cli.clock.now(), out: cli.out }));
  if (nextCursor !== undefined) {
    remark(cli, `Showing the newest ${options.limit}. Use --limit for more, up to 1000.`);
  }
}

/** A slip in the name looks like a DAG that has not run. */
async function noteUnknown(cli: Cli, { client }: Connection, dag: string): Promise<void> {
  await runName(client, dag).catch((error: unknown) => {
    if (!(error instanceof CliError)) throw error;
    remark(cli, [error.message, error.hint ?? []].flat().join('\n'));
  });
}

const DEFAULT_MS = 30 * 86_400_000;

/** Unix seconds, both ends included. */
function period({ from, to, last }: HistoryOptions, now: number) {
  const seconds = (epochMs: number) => Math.floor(epochMs / 1000);
  if (last !== undefined) return { fromDate: seconds(now - last) };
  if (from === undefined && to === undefined) return { fromDate: seconds(now - DEFAULT_MS) };
  if (from !== undefined && to !== undefined && from.first > to.last) {
    throw new CliError('--from is later than --to.');
  }
  return {
    ...(from === undefined ? {} : { fromDate: seconds(from.first) }),
    ...(to === undefined ? {} : { toDate: seconds(to.last) }),
  };
}

interface PrintOptions {
  readonly format: HistoryOptions['format'];
  readonly now: number;
  readonly out: Output;
}

function print(runs: readonly RunSummary[], { format, now, out }: PrintOptions): string {
  if (format === 'json') return json(runs);
  if (format === 'csv') return csv([csvFields, ...runs.map((run) => csvRecord(run))]);
  if (runs.length === 0) return 'No runs found.\n';
  return table(columns(now, out), runs, out);
}

function columns(now: number, { colors }: Output): readonly Column<RunSummary>[] {
  return [
    { title: 'DAG', value: ({ name }) => name },
    { title: 'RUN', value: ({ dagRunId }) => dagRunId },
    {
      title: 'STATUS',
      value: ({ statusLabel }) => statusWords(statusLabel),
      style: (text, { statusLabel }) => statusText(statusLabel, colors, text),
    },
    { title: 'STARTED', value: ({ startedAt }) => localTimeText(startedAt) },
    { title: 'DURATION', value: (run) => spanText(run, now) },
    { title: 'TRIGGER', value: ({ triggerType }) => triggerType },
    { title: 'PARAMS', value: ({ params }) => (params === '{}' ? '' : params) },
  ];
}

const csvFields = [
  'name',
  'dagRunId',
  'status',
  'triggerType',
  'queuedAt',
  'startedAt',
  'finishedAt',
  'durationSeconds',
  'params',
  'error',
] as const;

function csvRecord(run: RunSummary): readonly string[] {
  const { startedAt, finishedAt } = run;
  const ended = startedAt !== '' && finishedAt !== '';
  const seconds = ended ? (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000 : null;
  const values: Readonly<Record<(typeof csvFields)[number], string>> = {
    ...run,
    status: run.statusLabel,
    durationSeconds: seconds === null ? '' : String(seconds),
  };
  return csvFields.map((field) => values[field]);
}
