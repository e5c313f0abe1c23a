import { z } from 'zod';
import { timestamp, warnings } from './fields.ts';
import { shape } from './shape.ts';

/** When a run is to start. */
export const startAt = z
  .string()
  .optional()
  .describe(
    'When it is to start; now if omitted. `18:00` is the next time at which the clock shows it, in the time zone of the engine; or ISO 8601, such as `2026-11-29T18:00`. Until then the run is `queued`.',
  );

/** A run that was accepted. */
export const acceptedRun = shape(() =>
  z.object({
    dagRunId: z.string().describe('Id of the new run.'),
    plannedAt: timestamp.optional().describe('When it is to start; left out if that is now.'),
    warnings,
  }),
);
