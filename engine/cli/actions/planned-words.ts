import type { Config } from '../../config/config.ts';
import { isSameDay, localTime } from '../../lib/local-time.ts';
import type { Cli } from '../cli.ts';
import type { Format } from '../commands/options.ts';
import type { NamedRun } from '../../server/command-request.ts';
import type { Connection } from '../connection/connect.ts';
import { remark, report } from '../say.ts';

/** What is queued where no engine looks at queues. */
export const BEGINS_LATER =
  'No engine is running for this home. The run starts with the next `dagwright server`.';

/** A run that was accepted, to start now or at a time. */
export interface AcceptedRun extends NamedRun {
  readonly plannedAt?: string | undefined;
}

interface Planned {
  readonly run: AcceptedRun;
  readonly plannedAt: string;
}

interface Setting {
  readonly connection: Connection;
  readonly config: Config;
  readonly format: Format;
}

/** Says when a run will start, and that an engine has to be there for it. */
export function reportPlanned(
  cli: Cli,
  { run, plannedAt }: Planned,
  { connection, config, format }: Setting,
): void {
  const { dagRunId, name } = run;
  const when = whenWords(Date.parse(plannedAt), cli.clock.now(), config.timezone);
  report(cli, format, { answer: run, words: `Run ${dagRunId} of ${name} starts ${when}` });
  if (connection.engine !== 'service')
    remark(cli, 'No engine is running for this home. Start `dagwright server` before that time.');
}

const DAY_MS = 86_400_000;

/** `tomorrow, on Sun 29 Nov 2026, 18:00 (Europe/Berlin)` */
export function whenWords(at: number, now: number, timezone: string): string {
  const time = `${localTime(at, timezone)} (${timezone})`;
  if (isSameDay(at, now, timezone)) return `today, on ${time}`;
  return isSameDay(at, now + DAY_MS, timezone) ? `tomorrow, on ${time}` : `on ${time}`;
}
