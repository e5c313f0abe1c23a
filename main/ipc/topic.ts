import { z } from 'zod';
import { eventFilter } from '#contract/events.ts';
import type { Topic } from '#contract/ipc.ts';

/** What a page may follow. */
export const topic: z.ZodType<Topic> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('events'), filter: eventFilter() }),
  z.object({ kind: z.literal('engine-state') }),
  z.object({ kind: z.literal('window-commands') }),
]);

/** A number that the page chose; its messages come back under it. */
export const subscriptionNumber = z.int().positive();
