import { z } from 'zod';
import { timestamp } from './fields.ts';
import { shape } from './shape.ts';

/** How an engine is; what clients know an engine by. */
export const healthReport = shape(() =>
  z.object({
    status: z.enum(['healthy', 'unhealthy']),
    version: z.string().describe('Version of the engine.'),
    uptime: z.int().describe('Seconds since the engine started.'),
    timestamp,
    error: z.string().optional().describe('Only when unhealthy.'),
    notice: z
      .string()
      .optional()
      .describe(
        'What its owner should know although it is healthy, such as that nothing is deleted for its age.',
      ),
  }),
);
