import { z } from 'zod';
import { timestamp } from './fields.ts';
import { shape, type ValueOf } from './shape.ts';

/** How requests must be signed: not at all, as a sender signs them, or by a plain HMAC-SHA256 of the body. */
export const signatureForms = ['none', 'github', 'gitlab', 'slack', 'stripe', 'hmac'] as const;
export type SignatureForm = (typeof signatureForms)[number];
/** One by which a request is signed. */
export type SigningForm = Exclude<SignatureForm, 'none'>;

/** The headers in which senders sign, by the fields of `webhooks.trigger` that hold them. */
export const signatureHeaders = {
  githubSignature: 'x-hub-signature-256',
  gitlabToken: 'x-gitlab-token',
  slackSignature: 'x-slack-signature',
  slackTimestamp: 'x-slack-request-timestamp',
  stripeSignature: 'stripe-signature',
  hmacSignature: 'x-signature-256',
  plainSignature: 'x-signature',
} as const;
export type SignatureField = keyof typeof signatureHeaders;

/** The headers in which senders name the event, by the fields of `webhooks.trigger` that hold them. No signature covers them. */
export const eventHeaders = {
  githubEvent: 'x-github-event',
  gitlabEvent: 'x-gitlab-event',
  eventKey: 'x-event-key',
} as const;

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
      .describe('Signature that requests must have. With one, the token is optional.'),
    formBodies: z
      .boolean()
      .describe('Whether bodies may be forms (`application/x-www-form-urlencoded`).'),
  }),
);
export type Webhook = ValueOf<typeof webhook>;

/** What became of a request to a webhook. */
export const deliveryOutcome = shape(() =>
  z.object({
    status: z.int().describe('HTTP status of the answer.'),
    reason: z.string().describe('Why it was refused; empty if a run was queued.'),
    dagRunId: z.string().describe('The run; empty if none was queued.'),
  }),
);
export type DeliveryOutcome = ValueOf<typeof deliveryOutcome>;

/** One request to a webhook and what became of it. */
export const delivery = shape(() =>
  z.object({
    id: z.int(),
    receivedAt: timestamp,
    origin: z.string().describe('Address of the sender.'),
    ...deliveryOutcome().shape,
    bytes: z.int().describe('Size of the body.'),
  }),
);
export type Delivery = ValueOf<typeof delivery>;
