import { z } from 'zod';
import { shape } from './shape.ts';

/** DAG and file names (specification: 40 characters of `[A-Za-z0-9_.-]`). A name of dots alone would climb. */
const namePattern = /^(?!\.+$)[A-Za-z0-9_.-]{1,40}$/;
export const NAME_RULE =
  'A name has 1 to 40 characters: letters, digits, dashes, dots and underscores.';

/** Whether a DAG may have this name; its length counts as well. */
export function isDagName(text: string): boolean {
  return namePattern.test(text);
}

export const dagName = z.string().regex(namePattern, NAME_RULE).describe(NAME_RULE);

/** File names whose address `/dags/{fileName}` is that of another operation. */
const reservedFileNames: readonly string[] = ['search', 'tags'];

/** Whether the DAG of this file, named without extension, cannot be reached under its own name. */
export function isReservedFileName(fileName: string): boolean {
  return reservedFileNames.includes(fileName);
}

/** The name of a new DAG, with its extension or not: one extension, or its file would be found by no name. */
export const newFileName = dagName
  .refine(
    (name) => !name.startsWith('.'),
    'A file whose name starts with a dot is hidden, and not a DAG.',
  )
  .refine((name) => !/\.ya?ml\.ya?ml$/.test(name), 'A name has only one extension.')
  .refine((name) => !isReservedFileName(name.replace(/\.ya?ml$/, '')), {
    error: ({ input }) =>
      `The name ${JSON.stringify(input)} is reserved: the API uses it for another function. Choose another name.`,
  });

/** Run ids given by callers; `latest` names the newest run and so is none. */
export const newDagRunId = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'A run id has 1 to 64 letters, digits, dashes and underscores.')
  .refine((id) => id !== 'latest', 'The id "latest" is reserved for the newest run.')
  .describe('Id of the new run (default: a UUID v7).');

/** Names in a path are looked up, so one that breaks the rule is simply not found: any text parses here. */
export const fileNameInPath = z.string().describe('File name of the DAG, with or without `.yaml`.');
export const nameInPath = z.string().describe('Name of the DAG that ran.');
export const dagRunIdInPath = z.string().describe('Id of the run, or `latest` for the newest one.');
export const stepNameInPath = z.string().describe('Name of the step.');

/** ISO 8601 UTC with milliseconds, or the empty string where a time does not apply. */
export const timestamp = z
  .string()
  .describe('ISO 8601 UTC with milliseconds; empty where it does not apply.');

/** Query values arrive as text over REST and as numbers over IPC. */
export function queryInteger(limits: { min?: number; max?: number } = {}) {
  let number = z.int();
  if (limits.min !== undefined) number = number.min(limits.min);
  if (limits.max !== undefined) number = number.max(limits.max);
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
    number,
  );
}

export const remoteNode = z
  .string()
  .default('local')
  .describe('Name of the configured node to ask; `local` is this engine.');

/** Of an order that is carried out, and perhaps not as it was meant. */
export const warnings = z
  .array(z.string())
  .optional()
  .describe(
    'What may not be as you meant it, such as a parameter that the DAG does not declare, or a secret of one or two characters.',
  );

/** Of a list that is read a part at a time. */
export const cursor = z.string().optional().describe('`nextCursor` of the previous page.');
export const nextCursor = z.string().optional().describe('Present if more runs follow.');

export const pagination = shape(() =>
  z.object({
    totalRecords: z.int(),
    currentPage: z.int(),
    totalPages: z.int(),
    nextPage: z.int().nullable(),
    prevPage: z.int().nullable(),
  }),
);

export const nothing = z.undefined().describe('An empty body.');

/** A point of time in a request: ISO 8601 with a zone, or Unix seconds. Parsed: milliseconds since the epoch. */
export const queryTime = z
  .preprocess(
    (value) => (isTimeText(value) ? (unixMs(value) ?? zonedMs(value)) : value),
    z.int('must be a time with its zone, or Unix seconds'),
  )
  .meta({ type: ['string', 'integer'], description: 'ISO 8601 with a zone, or Unix seconds.' });

const isTimeText = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

function unixMs(value: string | number): number | undefined {
  return /^-?\d{1,12}$/.test(String(value)) ? Number(value) * 1000 : undefined;
}

function zonedMs(value: string | number): number {
  const hasZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/.test(String(value));
  return hasZone ? Date.parse(String(value)) : NaN;
}
