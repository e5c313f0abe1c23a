import { z } from 'zod';
import { diagnostic } from './dag.ts';
import { plannedSlot, slotKind } from './schedule.ts';
import { shape, type ValueOf } from './shape.ts';

const value = z
  .string()
  .nullable()
  .describe('As it would be written, or as JSON; null where there is none.');

const fieldChange = shape(() =>
  z.object({
    field: z.string().describe('Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`.'),
    before: value,
    after: value,
  }),
);
export type FieldChange = ValueOf<typeof fieldChange>;

const names = z.array(z.string());
const needChange = shape(() => z.object({ added: names, removed: names }));
export type NeedChange = ValueOf<typeof needChange>;

const stepChange = shape(() =>
  z.object({
    change: z
      .enum(['added', 'removed', 'renamed', 'changed'])
      .describe('A renamed step may have other changes too.'),
    name: z.string().describe('Its name now, or the last one; for a handler its event.'),
    previousName: z.string().describe('Another one only for `renamed`.'),
    fields: z.array(fieldChange()).describe('Empty for a step that was removed.'),
    depends: needChange().describe(
      'Steps that must end first. What only follows a rename is left out.',
    ),
  }),
);
export type StepChange = ValueOf<typeof stepChange>;

const namedChange = shape(() =>
  z.object({
    name: z.string(),
    change: z.enum(['added', 'removed', 'changed']),
    before: value,
    after: value,
  }),
);
export type NamedChange = ValueOf<typeof namedChange>;

const paramChange = shape(() =>
  namedChange().extend({
    requiredBefore: z.boolean(),
    requiredAfter: z.boolean().describe('A start without a value for it is refused.'),
  }),
);
export type ParamChange = ValueOf<typeof paramChange>;

const scheduleSide = shape(() =>
  z.object({
    lines: z.array(z.object({ kind: slotKind, expression: z.string() })),
    next: z.array(plannedSlot()).describe('The next five times, with their zones.'),
  }),
);
const scheduleChange = shape(() =>
  z.object({
    timezone: z.string().describe('IANA time zone of lines without one.'),
    before: scheduleSide(),
    after: scheduleSide(),
  }),
);
export type ScheduleChange = ValueOf<typeof scheduleChange>;

const changeSet = shape(() =>
  z.object({
    fields: z.array(fieldChange()).describe('Keys of the DAG itself.'),
    steps: z.array(stepChange()),
    handlers: z.array(stepChange()),
    schedule: scheduleChange().nullable().describe('Null where it is the same.'),
    params: z.array(paramChange()).describe('With their defaults.'),
    secrets: z.array(namedChange()).describe('With their sources, never their values.'),
    programs: needChange().describe(
      'Programs that commands, conditions and backticks name, as far as they are known.',
    ),
    hosts: needChange().describe(
      'Hosts of addresses, logins (`user@host`) and settings, as far as they are known.',
    ),
    calls: needChange().describe('DAGs that steps call.'),
  }),
);
export type ChangeSet = ValueOf<typeof changeSet>;

const verdict = z.enum(['none', 'created', 'deleted', 'changed']);

/** What differs in meaning between two definitions. Comments, order of keys and spelling of the YAML do not count. */
export const dagChanges = shape(() =>
  changeSet().extend({
    change: verdict
      .or(z.literal('unknown'))
      .describe('unknown: a side does not load, so that nothing else is compared.'),
    errors: z.object({
      before: z.array(diagnostic()),
      after: z.array(diagnostic()),
    }),
    localDags: z
      .array(changeSet().extend({ name: z.string(), change: verdict.exclude(['none']) }))
      .describe('Those of the same file that differ.'),
    calledBy: names.describe('Other DAGs with a step that calls this one.'),
  }),
);
export type DagChanges = ValueOf<typeof dagChanges>;
