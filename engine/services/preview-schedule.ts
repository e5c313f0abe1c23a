import type { OperationOutput } from '../contract/operations.ts';
import { EngineError } from '../contract/errors.ts';
import type { PlannedSlot } from '../contract/schedule.ts';
import type { Schedules } from '../dag/definition.ts';
import type { Jitter } from '../dag/jitter.ts';
import type { PlannedRange } from '../dag/planned-slots.ts';
import { DAY_MS } from '../dag/wall-time.ts';

export interface PreviewRequest {
  readonly schedule: Schedules;
  readonly timezone: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly count: number;
  /** By which starts are put off; by nothing when left out. */
  readonly jitter?: Jitter;
}

type Plan = (job: {
  readonly schedule: Schedules;
  readonly range: PlannedRange;
}) => readonly PlannedSlot[] | Promise<readonly PlannedSlot[]>;

/**
 * When a schedule is due, past or coming.
 *
 * @throws EngineError `bad_request` for a range that is too far away or too long.
 */
export async function previewSchedule(
  { schedule, timezone, from, to, count, jitter }: PreviewRequest,
  now: number,
  plan: Plan,
): Promise<OperationOutput<'schedule.preview'>> {
  const after = from ?? now;
  const until = to ?? after + MAX_MS;
  checkRange(after, until);
  const range = { after, until, timezone, count: count + 1, ...(jitter && { jitter }) };
  const slots = await plan({ schedule, range });
  return { timezone, slots: slots.slice(0, count), hasMore: slots.length > count };
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

/** Of a field of the request. */
export function refusal(field: string, problem: string): EngineError {
  return new EngineError('bad_request', `${field}: ${problem}`, {
    details: { fields: { [field]: problem } },
  });
}
