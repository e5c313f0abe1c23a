import type { Format } from '../commands/options.ts';
import type { EngineClient } from '../../contract/client.ts';
import type { Schedules } from '../../dag/definition.ts';
import { isoTime } from '../../lib/clock.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { exitCodes } from '../cli-error.ts';
import type { TimeSpan } from '../commands/time-options.ts';
import { withEngine } from '../connection/connect.ts';
import { issuesText } from '../print/issues.ts';
import { json } from '../print/json.ts';
import { plannedText } from '../print/planned.ts';
import { findDefinition, type Definition } from './find-definition.ts';

export interface NextOptions extends GlobalOptions {
  readonly from?: TimeSpan;
  readonly count: number;
  readonly timezone?: string;
  readonly format: Format;
}

/** Prints when a DAG is due, and returns the exit code. */
export async function showNext(cli: Cli, dag: string, options: NextOptions): Promise<number> {
  const { out, err, clock } = cli;
  const config = configOf(cli, options);
  return withEngine(cli, config, async (connection) => {
    const { client } = connection;
    const definition = await findDefinition(connection, dag, config.paths);
    if (definition.kind === 'broken file') {
      err.write(issuesText({ file: dag, ...definition }, err.colors));
      return exitCodes.failed;
    }
    const { lines, caution } = await linesOf(client, definition);
    const preview = await client.call('schedule.preview', {
      ...lines,
      ...(options.timezone === undefined ? {} : { timezone: options.timezone }),
      // A first time that is due is one of them.
      ...(options.from === undefined ? {} : { from: isoTime(options.from.first - 1) }),
      count: options.count,
    });
    out.write(options.format === 'json' ? json(preview) : plannedText(preview, clock.now(), out));
    if (caution !== '') err.write(`${caution}\n`);
    return 0;
  });
}

type Lines = Record<keyof Schedules, string[]>;

interface Found {
  readonly lines: Lines;
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
      lines: { start: texts(start), stop: texts(stop), restart: texts(restart) },
      caution: '',
    };
  }
  const { fileName } = definition;
  const { dag, suspended, errors } = await client.call('dags.get', { fileName });
  const { schedule, stopSchedule, restartSchedule } = dag;
  return {
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
