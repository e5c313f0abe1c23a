import { z } from 'zod';
import { timestamp } from './fields.ts';
import { shape, type ValueOf } from './shape.ts';

/** How requests must be signed beside their token: not at all, or as GitHub or Stripe sign theirs. */
export const signatureForms = ['none', 'github', 'stripe'] as const;
export type SignatureForm = (typeof signatureForms)[number];

/** Specification "Webhook". */
export const webhook = shape(() =>
  z.object({
    id: z.string(),
    dagName: z.string(),
    tokenPrefix: z.string().describe('First 12 characters of the token.'),
    enabled: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
    createdBy: z.string().describe('User id; empty for the owner of the machine.'),
    lastUsedAt: timestamp.optional().describe('Present after the first use.'),
    signature: z
      .enum(signatureForms)
      .describe('Signature that is checked in addition to the token.'),
  }),
);
export type Webhook = ValueOf<typeof webhook>;

/** One request to a webhook and what became of it. */
export const delivery = shape(() =>
  z.object({
    id: z.int(),
    receivedAt: timestamp,
    origin: z.string().describe('Address of the sender.'),
    status: z.int().describe('HTTP status of the answer.'),
    reason: z.string().describe('Why it was refused; empty if a run was queued.'),
    dagRunId: z.string().describe('The run; empty if none was queued.'),
    bytes: z.int().describe('Size of the body.'),
  }),
);
export type Delivery = ValueOf<typeof delivery>;
