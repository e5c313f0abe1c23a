import { z } from 'zod';
import { fileNameInPath, pagination, queryInteger, queryTime, remoteNode } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { calendar, plannedSlot, slot, slotAnswer, slotFate, slotKind } from '../schedule.ts';
import { shape } from '../shape.ts';

const oneDag = shape(() => z.object({ fileName: fileNameInPath, remoteNode }));
const lines = z.array(z.string()).max(100).default([]).describe('Lines of a schedule.');

const preview = shape(() =>
  z.object({
    timezone: z.string().describe('IANA time zone of lines without one.'),
    slots: z.array(plannedSlot()).describe('Soonest first.'),
    hasMore: z.boolean().describe('More slots follow before `to`.'),
  }),
);
const previewRange = {
  from: queryTime.optional().describe('Exclusive (default: now).'),
  to: queryTime.optional().describe('Inclusive (default: no end, only `count` limits the list).'),
  count: queryInteger({ min: 1, max: 1000 }).default(5),
};

export const scheduleOperations = {
  'schedule.calendar': {
    method: 'get',
    path: '/schedule/calendar',
    summary: 'Past and future slots of all DAGs between two times, at most 62 days apart.',
    access: 'viewer',
    input: () => z.object({ from: queryTime, to: queryTime, remoteNode }),
    output: calendar,
  },
  'schedule.preview': {
    method: 'post',
    path: '/schedule/preview',
    summary: 'Preview schedule lines that are not stored, in any time zone and at any date.',
    access: 'viewer',
    input: () =>
      z.object({
        start: lines,
        stop: lines,
        restart: lines,
        timezone: z
          .string()
          .optional()
          .describe('Time zone of lines without one (default: that of the engine).'),
        name: z
          .string()
          .max(100)
          .default('')
          .describe('DAG name, by which `jitterSec` puts off starts.'),
        jitterSec: z.int().min(0).max(86_400).default(0).describe('Its `jitter_sec`.'),
        ...previewRange,
        remoteNode,
      }),
    output: preview,
  },
  'dags.schedulePreview': {
    method: 'get',
    path: '/dags/{fileName}/schedule/preview',
    summary: 'Preview the slots of a DAG between two times, even if it is suspended.',
    access: 'viewer',
    input: () => oneDag().extend({ ...previewRange, count: previewRange.count.default(100) }),
    output: preview,
  },
  'dags.slots': {
    method: 'get',
    path: '/dags/{fileName}/slots',
    summary: 'List the slots of a DAG with their fates, newest first.',
    access: 'viewer',
    input: () =>
      oneDag().extend({
        from: queryTime.optional().describe('Inclusive.'),
        to: queryTime.optional().describe('Inclusive.'),
        fate: slotFate.optional(),
        kind: slotKind.optional(),
        page: queryInteger({ min: 1 }).default(1),
        perPage: queryInteger({ min: 1, max: 1000 }).default(100),
      }),
    output: () => z.object({ slots: z.array(slot()), pagination: pagination() }),
  },
  'dags.why': {
    method: 'get',
    path: '/dags/{fileName}/why',
    summary: 'Explain why a slot of a DAG ran or did not run, in one sentence with evidence.',
    access: 'viewer',
    input: () =>
      oneDag().extend({
        time: queryTime.optional().describe('Time of the slot (default: the last one).'),
        kind: slotKind
          .optional()
          .describe('Kind of slot, if the minute has several (default: start first).'),
      }),
    output: slotAnswer,
  },
} as const satisfies Record<string, Operation>;
