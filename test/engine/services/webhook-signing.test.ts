import { describe, expect, it } from 'vitest';
import { signatureOf, TOLERANCE_MS } from '../../../engine/auth/webhook-signatures.ts';
import { toWireError } from '../../../engine/contract/errors.ts';
import { anEngine } from '../../support/engine.ts';
import { travelClock } from '../../support/travel-clock.ts';
import { auth, aWebhook, senderOf } from './a-webhook.ts';

describe('a webhook that checks signatures', () => {
  it('takes those of GitHub over the bytes of the body, with a secret that is given or made', async () => {
    const { engine, send, refusal } = await aWebhook();
    const fields = { fileName: 'wh', signature: 'github' } as const;
    const body = '{ "payload": {"ü": 1} }';
    const signed = (secret: string) => ({
      githubSignature: signatureOf('github', secret, { body: Buffer.from(body), at: 0 }),
    });

    const made = await engine.client.call('webhooks.setSignature', fields);
    const byMade = await refusal(body, signed(made.secret));
    const secret = 'known to the sender';
    const given = await engine.client.call('webhooks.setSignature', { ...fields, secret });

    expect(made.secret.length).toBeGreaterThanOrEqual(40);
    expect(made.webhook.signature).toBe('github');
    expect(byMade).toEqual({ answer: expect.anything() });
    expect(given.secret).toBe(secret);
    expect(await send(body, signed(secret))).toMatchObject({ dagName: 'wh' });
    const wrong = { code: 'unauthorized', message: 'The signature does not match.' };
    expect(await refusal(body, signed(made.secret))).toEqual(wrong);
    expect(await refusal(`${body} `, signed(secret))).toEqual(wrong);
  });

  it('takes those of Stripe for five minutes', async () => {
    const clock = travelClock('2026-03-01T10:00:00Z');
    const { engine, refusal } = await aWebhook({ clock });
    const { secret } = await engine.client.call('webhooks.setSignature', {
      fileName: 'wh',
      signature: 'stripe',
    });
    const stripeSignature = signatureOf('stripe', secret, {
      body: Buffer.from('[]'),
      at: clock.now(),
    });

    expect(await refusal('[]', { stripeSignature })).toEqual({ answer: expect.anything() });
    clock.set(TOLERANCE_MS + 1000);
    expect(await refusal('[]', { stripeSignature })).toMatchObject({ code: 'unauthorized' });
  });

  it('knows its secret after a restart, with another secret for the sessions as well', async () => {
    const { engine, token } = await aWebhook();
    const { secret } = await engine.client.call('webhooks.setSignature', {
      fileName: 'wh',
      signature: 'github',
    });
    await engine.stop();
    const { token: sessions } = auth;
    const config = {
      ...engine.config,
      auth: { ...auth, token: { ...sessions, secret: 'another secret of thirty-two characters' } },
    };
    const { send } = senderOf(await anEngine({ config }), token);

    const githubSignature = signatureOf('github', secret, { body: Buffer.from('{}'), at: 0 });

    expect(await send('{}', { githubSignature })).toMatchObject({ dagName: 'wh' });
  });

  it('has no secret where no signature is checked', async () => {
    const { engine } = await aWebhook();
    const none = { fileName: 'wh', signature: 'none' } as const;

    expect(await engine.client.call('webhooks.setSignature', none)).toMatchObject({ secret: '' });
    expect(
      await engine.client
        .call('webhooks.setSignature', { ...none, secret: 'x'.repeat(16) })
        .catch(toWireError),
    ).toMatchObject({ code: 'bad_request', details: { fields: { secret: expect.anything() } } });
  });
});

describe('the deliveries of a webhook', () => {
  it('are listed newest first, page by page, with what became of each', async () => {
    const { engine, send, refusal } = await aWebhook();
    const page = (cursor?: string) =>
      engine.client.call('webhooks.deliveries', {
        fileName: 'wh',
        limit: 2,
        ...(cursor && { cursor }),
      });
    const { dagRunId } = await send({ payload: { a: 1 } });
    await refusal('{');
    await refusal('', { authorization: 'Bearer svc_wh_x' });

    const first = await page();
    const second = await page(first.nextCursor);
    const { lastUsedAt } = await engine.client.call('webhooks.get', { fileName: 'wh' });

    const common = {
      origin: '192.0.2.7',
      receivedAt: expect.stringMatching(/Z$/),
      id: expect.any(Number),
    };
    expect(first.deliveries).toEqual([
      { ...common, status: 401, reason: 'invalid webhook token', dagRunId: '', bytes: 0 },
      { ...common, status: 400, reason: 'The body is not JSON.', dagRunId: '', bytes: 1 },
    ]);
    expect(second).toEqual({
      deliveries: [{ ...common, status: 200, reason: '', dagRunId, bytes: 19 }],
    });
    expect(lastUsedAt).toBe(second.deliveries[0]?.receivedAt);
  });
});
