import type { Format } from '../commands/options.ts';
import { isTimezone } from '../../config/system-zone.ts';
import type { EngineClient } from '../../contract/client.ts';
import type { OperationOutput } from '../../contract/operations.ts';
import type { Dag, Schedules } from '../../dag/definition.ts';
import { jitterOf, type Jitter } from '../../dag/jitter.ts';
import { plannedBetween } from '../../dag/planned-slots.ts';
import { isoTime } from '../../lib/clock.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { CliError, exitCodes } from '../cli-error.ts';
import type { TimeSpan } from '../commands/time-options.ts';
import { previewSchedule } from '../../services/preview-schedule.ts';
import { withEngine } from '../connection/connect.ts';
import { issuesText } from '../print/issues.ts';
import { json } from '../print/json.ts';
import { plannedText } from '../print/planned.ts';
import { findDefinition, readOwnFile, type Definition } from './find-definition.ts';

export interface NextOptions extends GlobalOptions {
  readonly from?: TimeSpan;
  readonly count: number;
  readonly timezone?: string;
  readonly format: Format;
}

/** Prints when a DAG is due, and returns the exit code. A file of this machine needs no engine for that. */
export async function showNext(cli: Cli, dag: string, options: NextOptions): Promise<number> {
  const config = configOf(cli, options);
  const own = cli.address().url === null ? await readOwnFile(dag, config.paths) : null;
  if (own?.kind === 'file') return nextOfFile(cli, own.dag, options);
  if (own !== null) return broken(cli, dag, own);
  return withEngine(cli, config, async (connection) => {
    const { client } = connection;
    const definition = await findDefinition(connection, dag, config.paths);
    if (definition.kind === 'broken file') return broken(cli, dag, definition);
    const { lines, jitter, caution } = await linesOf(client, definition);
    const { timezone } = options;
    const preview = await client.call('schedule.preview', {
      ...lines,
      name: jitter.dagName,
      jitterSec: jitter.jitterSec,
      ...(timezone === undefined ? {} : { timezone }),
      ...(options.from === undefined ? {} : { from: isoTime(options.from.first - 1) }),
      count: options.count,
    });
    show(cli, preview, options);
    if (caution !== '') cli.err.write(`${caution}\n`);
    return 0;
  });
}

async function nextOfFile(cli: Cli, dag: Dag, options: NextOptions): Promise<number> {
  const { schedule } = dag;
  const { timezone = configOf(cli, options).timezone, count } = options;
  if (!isTimezone(timezone)) throw new CliError(`timezone: unknown time zone \`${timezone}\``);
  // A first time that is due is one of them.
  const from = options.from === undefined ? undefined : options.from.first - 1;
  const request = { schedule, timezone, from, count, jitter: jitterOf(dag) };
  const preview = await previewSchedule(request, cli.clock.now(), ({ range }) =>
    plannedBetween(schedule, range),
  );
  show(cli, preview, options);
  return 0;
}

function show(cli: Cli, preview: Preview, { format }: NextOptions): void {
  const { out, clock } = cli;
  out.write(format === 'json' ? json(preview) : plannedText(preview, clock.now(), out));
}

function broken(
  { err }: Cli,
  file: string,
  definition: Extract<Definition, { kind: 'broken file' }>,
): number {
  err.write(issuesText({ file, ...definition }, err.colors));
  return exitCodes.failed;
}

type Preview = OperationOutput<'schedule.preview'>;
type Lines = Record<keyof Schedules, string[]>;

interface Found {
  readonly lines: Lines;
  readonly jitter: Jitter;
  /** Why nothing may come of them, as a sentence; empty for a DAG that is well. */
  readonly caution: string;
}

async function linesOf(
  client: EngineClient,
  definition: Exclude<Definition, { kind: 'broken file' }>,
): Promise<Found> {
  if (definition.kind === 'file') {
    const { start, stop, restart } = definition.dag.schedule;
    return {
      jitter: jitterOf(definition.dag),
      lines: { start: texts(start), stop: texts(stop), restart: texts(restart) },
      caution: '',
    };
  }
  const { fileName } = definition;
  const { dag, suspended, errors } = await client.call('dags.get', { fileName });
  const { name, schedule, stopSchedule, restartSchedule, jitterSec } = dag;
  return {
    jitter: { dagName: name, jitterSec },
    lines: {
      start: texts(schedule),
      stop: texts(stopSchedule),
      restart: texts(restartSchedule),
    },
    caution: cautionOf(suspended, errors),
  };
}

function cautionOf(suspended: boolean, errors: readonly string[]): string {
  if (suspended) return 'The DAG is suspended: nothing starts at these times until you resume it.';
  return errors.length === 0 ? '' : 'The definition has errors: nothing starts until you fix them.';
}

const texts = (lines: readonly { readonly expression: string }[]): string[] =>
  lines.map(({ expression }) => expression);
