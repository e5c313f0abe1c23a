import type { OperationName } from '../../engine/contract/operations.ts';
import type { Sample, Stage } from './samples.ts';

const spec = 'steps:\n  - name: greet\n    command: echo "hello $WEBHOOK_PAYLOAD"\n';
const noDag = { fileName: 'no-such-dag' };

const ofDag = ({ name }: Stage) => ({ fileName: name });
const bodyOf = (text: string): string => Buffer.from(text).toString('base64');

const aDag = ({ call, name }: Stage) => call('dags.create', { name, spec });

async function aWebhook(stage: Stage): Promise<string> {
  await aDag(stage);
  const { token } = (await stage.call('webhooks.create', ofDag(stage))) as { token: string };
  return token;
}

/** The request that a sender makes. */
async function aRequest(stage: Stage) {
  const authorization = `Bearer ${await aWebhook(stage)}`;
  const body = bodyOf('{"dagRunId":"fresh","payload":{"a":1}}');
  return { ...ofDag(stage), authorization, body };
}

/** A webhook to which a request was made. */
async function aUsedWebhook(stage: Stage): Promise<void> {
  await stage.call('webhooks.trigger', await aRequest(stage));
}

/** The list is that of the whole engine: there is one webhook at a time. */
async function theOnlyWebhook(stage: Stage): Promise<void> {
  const { webhooks } = (await stage.call('webhooks.list', {})) as {
    webhooks: { dagName: string }[];
  };
  for (const { dagName } of webhooks) await stage.call('webhooks.delete', { fileName: dagName });
  await aWebhook(stage);
}

type Name = Extract<OperationName, `webhooks.${string}`>;

export const webhookSamples: { readonly [N in Name]: Sample<N> } = {
  'webhooks.trigger': {
    input: aRequest,
    refused: [
      { ...noDag, body: '' },
      { ...noDag, body: bodyOf('{'), authorization: 'Bearer svc_wh_x', githubSignature: 'x' },
      { ...noDag, body: '', stripeSignature: 'x'.repeat(1025) },
    ],
  },
  'webhooks.list': { given: theOnlyWebhook, input: () => ({}), refused: [] },
  'webhooks.get': { given: aUsedWebhook, input: ofDag, refused: [noDag] },
  'webhooks.create': { given: aDag, input: ofDag, refused: [noDag] },
  'webhooks.delete': { given: aWebhook, input: ofDag, refused: [noDag] },
  'webhooks.regenerate': { given: aWebhook, input: ofDag, refused: [noDag] },
  'webhooks.toggle': {
    given: aWebhook,
    input: (stage) => ({ ...ofDag(stage), enabled: false }),
    refused: [{ ...noDag, enabled: true }, { ...noDag, enabled: 'yes' }, noDag],
  },
  'webhooks.setSignature': {
    given: aWebhook,
    input: (stage) => ({ ...ofDag(stage), signature: 'github' }),
    refused: [
      { ...noDag, signature: 'github' },
      { ...noDag, signature: 'gitea' },
      { ...noDag, signature: 'stripe', secret: 'short' },
      { ...noDag, signature: 'none', secret: 'x'.repeat(16) },
    ],
  },
  'webhooks.update': {
    given: aWebhook,
    input: (stage) => ({ ...ofDag(stage), formBodies: true }),
    refused: [{ ...noDag, formBodies: true }, { ...noDag, formBodies: 1 }, noDag],
  },
  'webhooks.setup': { given: aWebhook, input: ofDag, refused: [noDag] },
  'webhooks.test': {
    given: aWebhook,
    input: (stage) => ({ ...ofDag(stage), payload: { a: 1 } }),
    refused: [noDag, { ...noDag, payload: [] }],
  },
  'webhooks.deliveries': {
    given: aUsedWebhook,
    input: (stage) => ({ ...ofDag(stage), limit: 5 }),
    refused: [noDag, { ...noDag, limit: 0 }, { ...noDag, limit: 1001 }],
  },
};
