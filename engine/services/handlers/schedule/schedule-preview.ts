import { isTimezone } from '../../../config/system-zone.ts';
import { EngineError } from '../../../contract/errors.ts';
import type { OperationHandlers } from '../../../contract/operations.ts';
import type { SlotKind } from '../../../contract/schedule.ts';
import type { ScheduleEntry, Schedules } from '../../../dag/definition.ts';
import { parseScheduleEntry } from '../../../dag/schedule.ts';
import { DAY_MS } from '../../../dag/wall-time.ts';
import { requireDag } from '../../find.ts';
import type { EngineServices } from '../../engine-services.ts';

type Name = 'schedule.preview' | 'dags.schedulePreview';

interface AskedRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly count: number;
}

/** When lines of a schedule are due, past or coming, without anything that happened or will happen. */
export function schedulePreviewHandlers(services: EngineServices): Pick<OperationHandlers, Name> {
  const { config } = services;
  const preview = async (
    schedule: Schedules,
    timezone: string,
    { from, to, count }: AskedRange,
  ) => {
    const after = from ?? services.clock.now();
    const until = to ?? after + MAX_MS;
    checkRange(after, until);
    const range = { after, until, timezone, count: count + 1 };
    const slots = await services.aside.slots({ schedule, range });
    return { timezone, slots: slots.slice(0, count), hasMore: slots.length > count };
  };

  return {
    'schedule.preview': ({ timezone = config.timezone, ...input }) => {
      if (!isTimezone(timezone)) throw refusal('timezone', `unknown time zone \`${timezone}\``);
      return preview(readLines(input), timezone, input);
    },
    'dags.schedulePreview': ({ fileName, ...range }) => {
      const { loaded } = requireDag(services, fileName);
      return preview((loaded.dag ?? loaded.partial).schedule, config.timezone, range);
    },
  };
}

function readLines(lines: Readonly<Record<SlotKind, readonly string[]>>): Schedules {
  const read = (kind: SlotKind): ScheduleEntry[] =>
    lines[kind].map((line) => {
      const entry = parseScheduleEntry(line);
      if ('problem' in entry) throw refusal(kind, `\`${line}\` ${entry.problem}`);
      return entry;
    });
  return { start: read('start'), stop: read('stop'), restart: read('restart') };
}

/** What is known of the clocks of a zone is found out year by year, and takes its time. */
const MAX_YEARS = 30;
const MAX_MS = MAX_YEARS * 366 * DAY_MS;
const [FIRST_YEAR, LAST_YEAR] = [1900, 2999];

function checkRange(after: number, until: number): void {
  for (const [field, time] of [
    ['from', after],
    ['to', until],
  ] as const) {
    const year = new Date(time).getUTCFullYear();
    if (!(year >= FIRST_YEAR && year <= LAST_YEAR + MAX_YEARS)) {
      throw refusal(field, `must be between ${FIRST_YEAR} and ${LAST_YEAR}`);
    }
  }
  if (until < after) throw refusal('to', 'must not be before `from`');
  if (until - after > MAX_MS) {
    throw refusal('to', `must be at most ${MAX_YEARS} years after \`from\``);
  }
}

function refusal(field: string, problem: string): EngineError {
  return new EngineError('bad_request', `${field}: ${problem}`, {
    details: { fields: { [field]: problem } },
  });
}
