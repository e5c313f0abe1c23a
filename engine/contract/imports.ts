import { z } from 'zod';
import { dagName } from './fields.ts';
import { shape, type ValueOf } from './shape.ts';

/** What an import is made of. */
export const importKinds = ['dagu', 'crontab'] as const;

/** Characters of one text that an import reads. */
export const MAX_IMPORT_TEXT = 256 * 1024;
/** Texts of one import, and entries of one crontab. */
export const MAX_IMPORT_FILES = 1000;

/** What the definitions of a whole import are called. */
export const importNames = shape(() =>
  z.object({
    files: z.array(z.string().max(1000)).max(MAX_IMPORT_FILES).describe('Names of its files.'),
    dags: z
      .array(z.string().max(MAX_IMPORT_TEXT))
      .max(4 * MAX_IMPORT_FILES)
      .describe('Names that stand in its definitions.'),
  }),
);

const importRemark = shape(() =>
  z.object({
    line: z.int().describe('From 1.'),
    message: z.string(),
  }),
);

/** A DAG that an import would create, or why it cannot. */
export const plannedImport = shape(() =>
  z.object({
    source: z.string().describe('The file, or the line of the crontab.'),
    fileName: z.string().describe('Name of the new DAG; empty where there can be none.'),
    before: z.string().describe('The text as it was.'),
    spec: z.string().describe('The new definition; empty where there is none.'),
    remarks: z
      .array(importRemark())
      .describe('What to look at before it is taken; lines of the new definition.'),
    problems: z
      .array(importRemark())
      .describe(
        'What could not be turned, by the lines of the new definition, or of the crontab where there is none. ' +
          'With problems it cannot be applied.',
      ),
    schedules: z.array(z.string()).describe('When it would start by itself.'),
    existing: z
      .object({
        version: z
          .string()
          .describe('That of the text that is there; an apply that replaces it takes it.'),
        spec: z.string().describe('Its text.'),
        same: z.boolean().describe('Whether that is the new definition.'),
      })
      .nullable()
      .describe('The DAG that has this name already.'),
  }),
);
export type PlannedImport = ValueOf<typeof plannedImport>;

/** A definition to create, as a plan has answered it. */
export const importedDag = shape(() =>
  z.object({
    fileName: dagName,
    spec: z.string().max(MAX_IMPORT_TEXT * 2),
    replaces: z
      .string()
      .optional()
      .describe(
        'Version of the DAG of this name that it replaces. Without it, nothing is replaced.',
      ),
  }),
);

const importOutcomes = ['created', 'replaced', 'refused'] as const;
export const importResult = shape(() =>
  z.object({
    fileName: z.string(),
    outcome: z.enum(importOutcomes),
    message: z.string().describe('Why it was refused; else empty.'),
    suspended: z.boolean().describe('Whether its schedule is off until you turn it on.'),
  }),
);
export type ImportResult = ValueOf<typeof importResult>;
