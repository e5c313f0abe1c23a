import { z } from 'zod';
import { remoteNode } from '../fields.ts';
import {
  importedDag,
  importKinds,
  importNames,
  importResult,
  MAX_IMPORT_FILES,
  MAX_IMPORT_TEXT,
  plannedImport,
} from '../imports.ts';
import { DEFAULT_BODY_LIMIT, type Operation } from '../operation.ts';

/** Bytes of a request; what is longer comes in several. */
export const IMPORT_BODY_LIMIT = 12 * DEFAULT_BODY_LIMIT;

/** Definitions of another system become DAGs. */
export const importOperations = {
  'imports.plan': {
    method: 'post',
    path: '/imports/plan',
    summary: 'Show the DAGs that definitions of Dagu or a crontab would become. Nothing is stored.',
    access: 'viewer',
    bodyLimit: IMPORT_BODY_LIMIT,
    input: () =>
      z.object({
        kind: z
          .enum(importKinds)
          .describe('`dagu`: definitions in earlier forms; `crontab`: a crontab.'),
        system: z
          .boolean()
          .optional()
          .describe(
            'Whether a user stands before each command of a crontab, as in `/etc/crontab`. Left out: as the name and the text of the file say.',
          ),
        files: z
          .array(
            z.object({
              name: z.string().max(1000).describe('Name of the file.'),
              text: z.string().max(MAX_IMPORT_TEXT, 'is longer than 256 Ki characters'),
            }),
          )
          .min(1)
          .max(MAX_IMPORT_FILES),
        all: importNames()
          .optional()
          .describe(
            'Names of the whole import, where it comes in several requests: each can then call what another one brings. The same, in the same order, in each.',
          ),
        remoteNode,
      }),
    output: () => z.object({ dags: z.array(plannedImport()) }),
  },
  'imports.apply': {
    method: 'post',
    path: '/imports/apply',
    summary: 'Create DAGs of a plan. Their schedules are off until someone turns them on.',
    access: 'manager',
    permission: 'write_dags',
    bodyLimit: IMPORT_BODY_LIMIT,
    input: () =>
      z.object({
        dags: z.array(importedDag()).min(1).max(MAX_IMPORT_FILES),
        remoteNode,
      }),
    output: () => z.object({ results: z.array(importResult()) }),
  },
} as const satisfies Record<string, Operation>;
