import { describe, expect, it } from 'vitest';
import { signRequest, TOLERANCE_MS } from '../../../engine/auth/webhook-signatures.ts';
import { toWireError } from '../../../engine/contract/errors.ts';
import { anEngine } from '../../support/engine.ts';
import { travelClock } from '../../support/travel-clock.ts';
import { aSignedWebhook, auth, aWebhook, senderOf } from './a-webhook.ts';

const forms = ['github', 'gitlab', 'slack', 'stripe', 'hmac'] as const;
const ofTime = ['slack', 'stripe'] as const;
const isQueued = { answer: expect.objectContaining({ dagName: 'wh' }) };

describe.each(forms)('a webhook that requires signatures of %s', (form) => {
  it('takes one as the credential, without a token and with the right one', async () => {
    const { token, refusal, signed } = await aSignedWebhook(form);
    const withToken = { ...signed('{"a":1}'), authorization: `Bearer ${token}` };

    expect(await refusal('{"a":2}', signed('{"a":2}'))).toEqual(isQueued);
    expect(await refusal('{"a":1}', withToken)).toEqual(isQueued);
  });

  it('refuses what has none or a wrong one, the right token or not, and a wrong token', async () => {
    const { engine, token, refusal, signed } = await aSignedWebhook(form);
    const unauthorized = { code: 'unauthorized', message: expect.any(String) };
    const wrong = Object.fromEntries(
      Object.entries(signed('[]')).map(([field, value]) => [field, value?.replace(/.$/, 'x')]),
    );

    for (const authorization of [undefined, `Bearer ${token}`]) {
      expect(await refusal('[]', { authorization })).toEqual(unauthorized);
      expect(await refusal('[]', { ...wrong, authorization })).toEqual(unauthorized);
    }
    for (const authorization of ['', 'Basic YTpi', 'Bearer svc_wh_x', `Bearer ${token}x`]) {
      expect(await refusal('[]', { ...signed('[]'), authorization })).toEqual(unauthorized);
    }
    const { deliveries } = await engine.client.call('webhooks.deliveries', { fileName: 'wh' });
    expect(deliveries.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 401));
    expect((await engine.client.call('runs.list', {})).dagRuns).toEqual([]);
  });

  it('says only to those who have one that it is disabled', async () => {
    const { engine, token, refusal, signed } = await aSignedWebhook(form);
    await engine.client.call('webhooks.toggle', { fileName: 'wh', enabled: false });

    expect(await refusal('[]', signed('[]'))).toMatchObject({ code: 'forbidden' });
    expect(await refusal('[]', { authorization: `Bearer ${token}` })).toMatchObject({
      code: 'unauthorized',
    });
  });
});

describe.each(ofTime)('a signature of %s, which has a time', (form) => {
  const aHook = async () => {
    const clock = travelClock('2026-03-01T10:00:00Z');
    return { clock, ...(await aSignedWebhook(form, { clock })) };
  };
  const repeated = {
    code: 'unauthorized',
    message: expect.stringContaining('was accepted before'),
  };

  it('is refused when it is off by more than five minutes, in either direction', async () => {
    for (const by of [TOLERANCE_MS + 2000, -TOLERANCE_MS - 2000]) {
      const { clock, refusal, signed } = await aHook();
      const headers = signed('[]');
      clock.set(by);

      expect(await refusal('[]', headers)).toMatchObject({
        code: 'unauthorized',
        message: expect.stringContaining('more than five minutes'),
      });
    }
  });

  it('queues one run, also after a restart, and the refusal is listed', async () => {
    const { engine, refusal, signed, clock, token } = await aHook();
    const headers = signed('[]');
    const first = await refusal('[]', headers);
    const again = await refusal('[]', headers);
    await engine.stop();
    const next = await anEngine({ config: engine.config, clock });
    const later = await senderOf(next, token).refusal('[]', headers);

    const { deliveries } = await next.client.call('webhooks.deliveries', { fileName: 'wh' });

    expect({ first, again, later }).toEqual({ first: isQueued, again: repeated, later: repeated });
    expect(deliveries.map(({ status }) => status)).toEqual([401, 401, 200]);
  });

  it('queues one run however many deliveries of it come at once', async () => {
    const { engine, refusal, signed } = await aHook();
    const headers = signed('[]');

    const answers = await Promise.all(Array.from({ length: 5 }, () => refusal('[]', headers)));

    expect(answers.filter((answer) => 'answer' in (answer as object))).toHaveLength(1);
    expect((await engine.client.call('runs.list', {})).dagRuns).toHaveLength(1);
  });

  it('is not used up by a delivery that was refused', async () => {
    const { engine, refusal, signed } = await aHook();
    const headers = signed('[]');
    await engine.client.call('webhooks.toggle', { fileName: 'wh', enabled: false });
    const off = await refusal('[]', headers);
    await engine.client.call('webhooks.toggle', { fileName: 'wh', enabled: true });

    expect(off).toMatchObject({ code: 'forbidden' });
    expect(await refusal('[]', headers)).toEqual(isQueued);
  });
});

describe('a webhook that checks signatures', () => {
  it('takes those over the bytes of the body, with a secret that is given or made', async () => {
    const { engine, send, refusal } = await aWebhook();
    const fields = { fileName: 'wh', signature: 'github' } as const;
    const body = '{ "payload": {"ü": 1} }';
    const signed = (secret: string) =>
      signRequest('github', secret, { body: Buffer.from(body), at: 0 });

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

  it('gives Slack the text back by which it checks an address, and queues nothing', async () => {
    const { engine, refusal, signed } = await aSignedWebhook('slack');
    const body =
      '{"token":"x","challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7","type":"url_verification"}';

    const answer = await refusal(body, signed(body));
    const unsigned = await refusal(body, { authorization: undefined });
    const { deliveries } = await engine.client.call('webhooks.deliveries', { fileName: 'wh' });

    expect(answer).toEqual({
      answer: {
        dagRunId: '',
        dagName: 'wh',
        challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7',
      },
    });
    expect(unsigned).toMatchObject({ code: 'unauthorized' });
    expect(deliveries).toMatchObject([{ status: 401 }, { status: 200, dagRunId: '', reason: '' }]);
    expect((await engine.client.call('runs.list', {})).dagRuns).toEqual([]);
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

    const signed = signRequest('github', secret, { body: Buffer.from('{}'), at: 0 });

    expect(await send('{}', signed)).toMatchObject({ dagName: 'wh' });
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
