import { z } from 'zod';
import { timestamp } from './fields.ts';
import { shape, type ValueOf } from './shape.ts';
import { runStatuses } from './status.ts';

/** What a schedule does when one of its times has come. */
export const slotKinds = ['start', 'stop', 'restart'] as const;
export const slotKind = z.enum(slotKinds);
export type SlotKind = z.infer<typeof slotKind>;

/** What became of a slot. `pending` is on its way: put off, to be caught up, being restarted, or waiting in its queue. Each slot has exactly one. */
export const slotFates = ['ran', 'skipped', 'missed', 'failed', 'pending'] as const;
export const slotFate = z
  .enum(slotFates)
  .describe(
    'ran: done; skipped: by a rule; missed: no engine was able to act; failed: the run was refused; pending: not decided yet.',
  );
export type SlotFate = z.infer<typeof slotFate>;

/** Why a slot has its fate; the words for people are in `detail`. */
const slotReasons = [
  'on_time',
  'late',
  'caught_up',
  'suspended',
  'under_review',
  'overlap',
  'already_succeeded',
  'catchup_cap',
  'superseded',
  'not_running',
  'invalid',
  'deleted',
  'engine_off',
  'asleep',
  'engine_held',
  'clock_forward',
  'busy',
  'refused',
  'to_catch_up',
  'restarting',
  'jitter',
  'queued',
  'dequeued',
] as const;
export const slotReason = z.enum(slotReasons);
export type SlotReason = z.infer<typeof slotReason>;

/** A point of time at which something happened that decided a slot. */
const evidence = shape(() =>
  z.object({
    time: timestamp,
    text: z.string().describe('A few words, without a full stop.'),
  }),
);
export type Evidence = ValueOf<typeof evidence>;

export const slot = shape(() =>
  z.object({
    fileName: z.string(),
    name: z.string().describe('DAG name.'),
    kind: slotKind,
    time: timestamp.describe('When it was due.'),
    startsAt: timestamp.describe(
      'When its run was to start: its time, unless `jitter_sec` put that off.',
    ),
    fate: slotFate,
    reason: slotReason,
    detail: z.string().describe('The reason as one sentence.'),
    dagRunId: z.string().describe('The run that it started, stopped or met; empty for none.'),
    runStatus: z
      .enum(runStatuses)
      .nullable()
      .describe('Current status of that run; null if there is none.'),
    decidedAt: timestamp,
  }),
);
export type Slot = ValueOf<typeof slot>;

/** How the rule for changes of the clock moved a time; `none` on all other days. */
const clockRules = ['none', 'gap', 'overlap', 'elapsed'] as const;
export const plannedSlot = shape(() =>
  z.object({
    kind: slotKind,
    time: timestamp,
    startsAt: timestamp.describe(
      'When its run starts: its time, unless `jitter_sec` puts that off.',
    ),
    local: z.string().describe('Local time in the time zone of its schedule: `2026-03-29 03:00`.'),
    timezone: z.string().describe('IANA zone of its schedule.'),
    offset: z.string().describe('Of that zone at that time: `+02:00`.'),
    expression: z.string().describe('The line of the schedule, as written.'),
    rule: z
      .enum(clockRules)
      .describe(
        'gap: the local time does not exist, so the slot is at the first moment after the gap; overlap: it exists twice, and this is the first; elapsed: the schedule is hourly or more frequent and follows elapsed time.',
      ),
    note: z.string().describe('The rule as one sentence; empty for `none`.'),
  }),
);
export type PlannedSlot = ValueOf<typeof plannedSlot>;

export const slotCounts = shape(() =>
  z.object({
    ran: z.int(),
    skipped: z.int(),
    missed: z.int(),
    failed: z.int(),
    pending: z.int(),
    due: z.int().describe('Not decided yet; none while the DAG is suspended.'),
  }),
);
export type SlotCounts = ValueOf<typeof slotCounts>;

/** A time during which no slot could be acted on. */
const downtime = shape(() =>
  z.object({
    from: timestamp,
    to: timestamp,
    cause: z.enum(['engine_off', 'asleep', 'engine_held', 'clock_forward']),
  }),
);

const calendarDag = shape(() =>
  z.object({
    fileName: z.string(),
    name: z.string(),
    schedule: z.array(z.object({ kind: slotKind, expression: z.string() })),
    suspended: z.boolean(),
    frequent: z
      .boolean()
      .describe(
        'Too many slots a day to list them: `slots` and `due` are empty, `days` counts them.',
      ),
    slots: z.array(slot()).describe('Decided ones, oldest first.'),
    due: z
      .array(plannedSlot())
      .describe('Future ones. While the DAG is `suspended`, they start nothing.'),
    days: z.array(
      slotCounts().extend({
        date: z.string().describe('Day in the zone of the calendar: `2026-11-21`.'),
      }),
    ),
  }),
);
export type CalendarDag = ValueOf<typeof calendarDag>;

/** All schedules between two times. */
export const calendar = shape(() =>
  z.object({
    timezone: z.string().describe('IANA time zone of its days.'),
    from: timestamp,
    to: timestamp,
    now: timestamp,
    dags: z.array(calendarDag()).describe('DAGs with a slot in that range, by name.'),
    downtimes: z.array(downtime()),
  }),
);
export type Calendar = ValueOf<typeof calendar>;

/** Why a slot had its fate, for people. */
export const slotAnswer = shape(() =>
  z.object({
    sentence: z.string(),
    slot: slot().nullable().describe('Null if there was no slot at that time.'),
    evidence: z.array(evidence()).describe('Oldest first.'),
  }),
);
export type SlotAnswer = ValueOf<typeof slotAnswer>;
