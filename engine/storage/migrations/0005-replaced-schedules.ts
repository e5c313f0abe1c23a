import type { Migration } from './migration.ts';

/** Schedules that are not in force any more. */
export const replacedSchedules: Migration = {
  version: 5,
  name: 'replaced schedules',
  sql: `
    -- What a DAG was due by until its schedule was replaced, kept until each slot of that time has its fate.
    CREATE TABLE replaced_schedule (
      file_name TEXT NOT NULL,
      schedule TEXT NOT NULL,
      since INTEGER NOT NULL,
      until INTEGER NOT NULL
    ) STRICT;
  `,
};
