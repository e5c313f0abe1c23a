import { z } from 'zod';
import { fileNameInPath, newDagRunId, nothing, queryInteger } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { shape } from '../shape.ts';
import {
  delivery,
  deliveryOutcome,
  eventHeaders,
  signatureForms,
  signatureHeaders,
  webhook,
} from '../webhook.ts';

const oneDag = shape(() => z.object({ fileName: fileNameInPath }));
const withToken = shape(() =>
  z.object({
    webhook: webhook(),
    token: z.string().describe('The token. It is shown only once.'),
  }),
);

const eventName = z.string().max(256).optional().describe('Value of `WEBHOOK_EVENT` in the run.');

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
    summary: 'Queue a run of the DAG of the webhook.',
    access: 'public',
    credentials: 'webhookToken',
    builtinOnly: 'not_found',
    permission: 'run_dags',
    audited: true,
    input: () =>
      oneDag().extend({
        authorization: z.string().optional().describe('`Bearer` and the token of the webhook.'),
        contentType: z.string().optional().describe('Whether the body is JSON or a form.'),
        githubSignature: z.string().max(256).optional(),
        gitlabToken: z.string().max(1024).optional(),
        slackSignature: z.string().max(256).optional(),
        slackTimestamp: z.string().max(64).optional(),
        stripeSignature: z.string().max(1024).optional(),
        hmacSignature: z.string().max(256).optional(),
        plainSignature: z.string().max(256).optional(),
        githubEvent: eventName,
        gitlabEvent: eventName,
        eventKey: eventName,
        body: z.string().describe('The bytes of the body as base64.'),
      }),
    headers: {
      authorization: 'authorization',
      contentType: 'content-type',
      ...signatureHeaders,
      ...eventHeaders,
    },
    wholeBody: { field: 'body', documented: triggerBody, mayBeForm: true },
    output: () =>
      z.object({
        dagRunId: z.string().describe('Id of the queued run.'),
        dagName: z.string(),
        challenge: z
          .string()
          .optional()
          .describe(
            'Only in response to the `url_verification` of Slack: its challenge. No run is queued, and `dagRunId` is empty.',
          ),
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
      'Choose how requests must be signed: a valid signature is then the credential, and the token is optional. Only this response contains a new secret. With `github` and `slack`, bodies may also be forms.',
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
  'webhooks.update': {
    method: 'patch',
    path: '/dags/{fileName}/webhook',
    summary: 'Choose whether bodies may be forms.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: () => oneDag().extend({ formBodies: z.boolean() }),
    output: webhook,
  },
  'webhooks.setup': {
    method: 'get',
    path: '/dags/{fileName}/webhook/setup',
    summary: 'What to enter at the sender, step by step.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: oneDag,
    output: () =>
      z.object({
        path: z.string().describe('Path of the webhook, below the address of the engine.'),
        steps: z.array(z.string()),
      }),
  },
  'webhooks.test': {
    method: 'post',
    path: '/dags/{fileName}/webhook/test',
    summary: 'Deliver a sample to the webhook, signed as the sender would. It queues a run.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    permission: 'run_dags',
    input: () =>
      oneDag().extend({
        payload: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('Value of `WEBHOOK_PAYLOAD` (default: a sample of the sender).'),
      }),
    output: deliveryOutcome,
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
