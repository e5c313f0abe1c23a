import type { ScheduleEntry, Schedules } from '../definition.ts';
import { parseScheduleEntry } from '../schedule.ts';
import { isNull, quoted, type SourceNode } from '../source/source-node.ts';
import { orNull } from './field-schema.ts';
import type { FieldContext, ValueType } from './field.ts';
import { text, texts } from './scalar-types.ts';
import { scheduleWords } from './schedule-words.ts';
import { reportUnknownKey } from './unknown-key.ts';

export const NO_SCHEDULES: Schedules = { start: [], stop: [], restart: [] };

const MAX_LINES = 100;
const abouts = {
  start: 'When runs start.',
  stop: 'When the active run is stopped.',
  restart: 'When the active run is stopped and a new one starts.',
};
const KINDS = ['start', 'stop', 'restart'] as const;

const lineSchema = { anyOf: [text.schema, ...scheduleWords] };
const linesSchema = { anyOf: [...lineSchema.anyOf, { type: 'array', items: lineSchema }] };

/** Cron lines of starts, or a map of such lines for starts, stops and restarts. */
export const schedules: ValueType<Schedules> = {
  read: (node, context) => {
    if (node.kind !== 'map') return { ...NO_SCHEDULES, start: readLines(node, context) };
    const read: Record<keyof Schedules, readonly ScheduleEntry[]> = { ...NO_SCHEDULES };
    for (const { key, value } of node.entries) {
      const kind = KINDS.find((known) => known === key.text);
      if (!kind) reportUnknownKey(key, { known: KINDS }, context.report);
      else if (!isNull(value))
        read[kind] = readLines(value, { ...context, label: `${context.label} \`${kind}\`` });
    }
    return read;
  },
  schema: {
    anyOf: [
      linesSchema,
      {
        type: 'object',
        properties: Object.fromEntries(
          KINDS.map((kind) => [kind, { description: abouts[kind], ...orNull(linesSchema) }]),
        ),
        additionalProperties: false,
      },
    ],
  },
};

function readLines(node: SourceNode, context: FieldContext): readonly ScheduleEntry[] {
  const lines = texts.read(node, context) ?? [];
  if (lines.length > MAX_LINES) {
    context.report.error(node, `${context.label} can have at most ${MAX_LINES} lines`);
    return [];
  }
  return lines.flatMap((line): ScheduleEntry[] => {
    const entry = parseScheduleEntry(line.text);
    if (!('problem' in entry)) return [entry];
    // In quotes, so that it stays one line among others in brackets.
    const meant = entry.meant === undefined ? undefined : JSON.stringify(entry.meant);
    context.report.error(line, `${context.label}: ${quoted(line.text)} ${entry.problem}`, meant);
    return [];
  });
}
