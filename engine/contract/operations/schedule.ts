import { z } from 'zod';
import { fileNameInPath, pagination, queryInteger, queryTime, remoteNode } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { calendar, plannedSlot, slot, slotAnswer, slotFate, slotKind } from '../schedule.ts';

const oneDag = z.object({ fileName: fileNameInPath, remoteNode });
const lines = z.array(z.string()).max(100).default([]).describe('Lines of a schedule.');

const preview = z.object({
  timezone: z.string().describe('IANA zone of lines that name none.'),
  slots: z.array(plannedSlot).describe('Soonest first.'),
  hasMore: z.boolean().describe('More slots follow before `to`.'),
});
const previewRange = {
  from: queryTime.optional().describe('Exclusive; now when left out.'),
  to: queryTime.optional().describe('Inclusive; without it, `count` alone ends the list.'),
  count: queryInteger({ min: 1, max: 1000 }).default(5),
};

export const scheduleOperations = {
  'schedule.calendar': {
    method: 'get',
    path: '/schedule/calendar',
    summary: 'Past and coming slots of all DAGs between two times, 62 days apart at most.',
    access: 'viewer',
    input: z.object({ from: queryTime, to: queryTime, remoteNode }),
    output: calendar,
  },
  'schedule.preview': {
    method: 'post',
    path: '/schedule/preview',
    summary:
      'When schedule lines that are stored nowhere would be due, in any zone and at any date.',
    access: 'viewer',
    input: z.object({
      start: lines,
      stop: lines,
      restart: lines,
      timezone: z.string().optional().describe('Zone of lines that name none; that of the engine.'),
      ...previewRange,
      remoteNode,
    }),
    output: preview,
  },
  'dags.schedulePreview': {
    method: 'get',
    path: '/dags/{fileName}/schedule/preview',
    summary: 'When a DAG would be due between two times, whether suspended or not.',
    access: 'viewer',
    input: oneDag.extend({ ...previewRange, count: previewRange.count.default(100) }),
    output: preview,
  },
  'dags.slots': {
    method: 'get',
    path: '/dags/{fileName}/slots',
    summary: 'What became of the slots of a DAG, newest first.',
    access: 'viewer',
    input: oneDag.extend({
      from: queryTime.optional().describe('Inclusive.'),
      to: queryTime.optional().describe('Inclusive.'),
      fate: slotFate.optional(),
      kind: slotKind.optional(),
      page: queryInteger({ min: 1 }).default(1),
      perPage: queryInteger({ min: 1, max: 1000 }).default(100),
    }),
    output: z.object({ slots: z.array(slot), pagination }),
  },
  'dags.why': {
    method: 'get',
    path: '/dags/{fileName}/why',
    summary: 'Why a slot of a DAG ran or did not run, in one sentence with its evidence.',
    access: 'viewer',
    input: oneDag.extend({
      time: queryTime.optional().describe('Time of the slot; the last one when left out.'),
      kind: slotKind
        .optional()
        .describe('Which of several slots of that minute; a start before others when left out.'),
    }),
    output: slotAnswer,
  },
} as const satisfies Record<string, Operation>;
