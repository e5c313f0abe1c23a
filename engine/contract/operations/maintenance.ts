import { z } from 'zod';
import { fileNameInPath, remoteNode, timestamp } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { shape, type ValueOf } from '../shape.ts';

/** What one look of the doctor found. */
export const finding = shape(() =>
  z.object({
    check: z.string().describe('The check: `folders`, `disk`, `path`, …'),
    level: z
      .enum(['ok', 'warning', 'problem'])
      .describe('`warning`: it may go wrong later; `problem`: something does not work.'),
    message: z.string().describe('Result, as a sentence.'),
    fix: z.string().describe('How to fix it; empty if there is nothing to do.'),
  }),
);
export type Finding = ValueOf<typeof finding>;

/** What keeps a home in order. */
export const maintenanceOperations = {
  'runs.cleanup': {
    method: 'post',
    path: '/dags/{fileName}/cleanup',
    summary: 'Delete the finished runs of a DAG and their logs. Active runs stay.',
    access: 'manager',
    input: () =>
      z.object({
        fileName: fileNameInPath,
        retentionDays: z
          .int()
          .min(0)
          .max(36_500)
          .default(0)
          .describe('Keep runs that finished in this number of last days.'),
        retentionRuns: z
          .int()
          .min(0)
          .max(1_000_000)
          .default(0)
          .describe('Keep this number of the newest finished runs, whatever their age.'),
        dryRun: z
          .boolean()
          .default(false)
          .describe('Delete nothing, and show what would be deleted.'),
        remoteNode,
      }),
    output: () =>
      z.object({
        dagRuns: z.int().describe('Number of runs, without their sub-runs.'),
        firstFinishedAt: timestamp,
        lastFinishedAt: timestamp,
      }),
  },
  'system.doctor': {
    method: 'post',
    path: '/services/doctor',
    summary: 'Check what the engine requires of this machine, and how to fix what is wrong.',
    access: 'admin',
    audited: false,
    input: () => z.object({ remoteNode }),
    output: () => z.object({ findings: z.array(finding()) }),
  },
} as const satisfies Record<string, Operation>;
