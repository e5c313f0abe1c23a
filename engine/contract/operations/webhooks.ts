import { z } from 'zod';
import { fileNameInPath, newDagRunId, nothing, queryInteger } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { shape } from '../shape.ts';
import { delivery, signatureForms, webhook } from '../webhook.ts';

const oneDag = shape(() => z.object({ fileName: fileNameInPath }));
const withToken = shape(() =>
  z.object({
    webhook: webhook(),
    token: z.string().describe('The token. It is shown only once.'),
  }),
);

/** What senders may put into the body; anything else is the payload itself. */
const triggerBody = shape(() =>
  z.looseObject({
    dagRunId: newDagRunId.optional(),
    payload: z
      .record(z.string(), z.unknown())
      .nullish()
      .describe('Value of `WEBHOOK_PAYLOAD` in the run.'),
  }),
);

/** Webhooks of builtin mode. */
export const webhookOperations = {
  'webhooks.trigger': {
    method: 'post',
    path: '/webhooks/{fileName}',
    summary: 'Queue a run of the DAG of the token.',
    access: 'public',
    credentials: 'webhookToken',
    builtinOnly: 'not_found',
    permission: 'run_dags',
    audited: true,
    input: () =>
      oneDag().extend({
        authorization: z.string().optional().describe('`Bearer` and the token of the webhook.'),
        githubSignature: z.string().max(256).optional(),
        stripeSignature: z.string().max(1024).optional(),
        body: z.string().describe('The bytes of the body as base64.'),
      }),
    headers: {
      authorization: 'authorization',
      githubSignature: 'x-hub-signature-256',
      stripeSignature: 'stripe-signature',
    },
    wholeBody: { field: 'body', documented: triggerBody },
    output: () =>
      z.object({
        dagRunId: z.string().describe('Id of the queued run.'),
        dagName: z.string(),
      }),
  },
  'webhooks.list': {
    method: 'get',
    path: '/webhooks',
    summary: 'List webhooks, without their tokens.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: () => z.object({}),
    output: () => z.object({ webhooks: z.array(webhook()) }),
  },
  'webhooks.get': {
    method: 'get',
    path: '/dags/{fileName}/webhook',
    summary: 'The webhook of a DAG.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: oneDag,
    output: webhook,
  },
  'webhooks.create': {
    method: 'post',
    path: '/dags/{fileName}/webhook',
    summary: 'Create the webhook of a DAG. Only this response contains the token.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: oneDag,
    output: withToken,
    status: 201,
  },
  'webhooks.delete': {
    method: 'delete',
    path: '/dags/{fileName}/webhook',
    summary: 'Delete the webhook of a DAG.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: oneDag,
    output: () => nothing,
    status: 204,
  },
  'webhooks.regenerate': {
    method: 'post',
    path: '/dags/{fileName}/webhook/regenerate',
    summary: 'Replace the token. The old one stops working at once.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: oneDag,
    output: withToken,
  },
  'webhooks.toggle': {
    method: 'post',
    path: '/dags/{fileName}/webhook/toggle',
    summary: 'Enable or disable a webhook. Its token stays the same.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: () => oneDag().extend({ enabled: z.boolean() }),
    output: webhook,
  },
  'webhooks.setSignature': {
    method: 'post',
    path: '/dags/{fileName}/webhook/signature',
    summary:
      'Choose how requests must be signed, in addition to the token. Only this response contains a new secret.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: () =>
      oneDag().extend({
        signature: z.enum(signatureForms),
        secret: z
          .string()
          .min(16)
          .max(256)
          .optional()
          .describe('The secret of the sender (default: generated).'),
      }),
    output: () =>
      z.object({
        webhook: webhook(),
        secret: z.string().describe('Empty without a signature.'),
      }),
  },
  'webhooks.deliveries': {
    method: 'get',
    path: '/dags/{fileName}/webhook/deliveries',
    summary: 'List the requests to the webhook and their outcome, newest first.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: () =>
      oneDag().extend({
        limit: queryInteger({ min: 1, max: 1000 }).default(100),
        cursor: z.string().optional().describe('`nextCursor` of the previous page.'),
      }),
    output: () =>
      z.object({
        deliveries: z.array(delivery()),
        nextCursor: z.string().optional().describe('Present if more follow.'),
      }),
  },
} as const satisfies Record<string, Operation>;
