import { z } from 'zod';
import { eventFilter } from '#contract/events.ts';

/** What a page may follow. */
export const topic = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('events'), filter: eventFilter() }),
  z.object({ kind: z.literal('engine-state') }),
]);
export type Topic = z.infer<typeof topic>;

/** A number that the page chose; its messages come back under it. */
export const subscriptionNumber = z.int().positive();
