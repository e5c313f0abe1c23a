import { z } from 'zod';
import { fileNameInPath, remoteNode, timestamp } from '../fields.ts';
import type { Operation } from '../operation.ts';

/** What one look of the doctor found. */
export const finding = z.object({
  check: z.string().describe('What was looked at: `folders`, `disk`, `path`, …'),
  level: z.enum(['ok', 'warning', 'problem']),
  message: z.string().describe('What was found, as a sentence.'),
  fix: z.string().describe('What to do about it; empty where nothing is to be done.'),
});
export type Finding = z.infer<typeof finding>;

/** What keeps a home in order. */
export const maintenanceOperations = {
  'runs.cleanup': {
    method: 'post',
    path: '/dags/{fileName}/cleanup',
    summary: 'Delete the ended runs of a DAG, with their logs; active ones stay.',
    access: 'manager',
    input: z.object({
      fileName: fileNameInPath,
      retentionDays: z
        .int()
        .min(0)
        .max(36_500)
        .default(0)
        .describe('Runs that ended in the last so many days stay.'),
      dryRun: z.boolean().default(false).describe('Delete nothing, and answer what would be.'),
      remoteNode,
    }),
    output: z.object({
      dagRuns: z.int().describe('How many runs; those that they called are not counted.'),
      firstFinishedAt: timestamp,
      lastFinishedAt: timestamp,
    }),
  },
  'system.doctor': {
    method: 'post',
    path: '/services/doctor',
    summary:
      'Look at what the engine needs of this machine, and say what to do where it is not there.',
    access: 'admin',
    audited: false,
    input: z.object({ remoteNode }),
    output: z.object({ findings: z.array(finding) }),
  },
} as const satisfies Record<string, Operation>;
