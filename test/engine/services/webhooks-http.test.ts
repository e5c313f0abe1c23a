import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signRequest } from '../../../engine/auth/webhook-signatures.ts';
import { createHttpClient } from '../../../engine/contract/http-client.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { builtinServer, type BuiltinServer } from '../auth/builtin-server.ts';

let server: BuiltinServer;
let token = '';

beforeAll(async () => {
  server = await builtinServer();
  const { client } = server.engine;
  await client.call('dags.create', { name: 'wh', spec: 'steps: [{name: s, command: "true"}]\n' });
  token = (await client.call('webhooks.create', { fileName: 'wh' })).token;
});

afterAll(() => server.stop());

/** A request with this body to the byte. */
async function post(body: string | Uint8Array | undefined, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}/api/v1/webhooks/wh`, {
    method: 'POST',
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      Authorization: `Bearer ${token}`,
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
}

describe('a request to a webhook over REST', () => {
  it.each([undefined, '', '{}', '[1]', '"text"', 'null', '{"payload": {"a": 1}}'])(
    'may have any JSON for a body, or none: %j',
    async (body) => {
      expect(await post(body)).toMatchObject({ status: 200, json: { dagName: 'wh' } });
    },
  );

  it('is refused with 400 for what is no JSON, and 401 without the token', async () => {
    expect(await post('{')).toMatchObject({ status: 400, json: { code: 'bad_request' } });
    for (const authorization of ['', 'Bearer svc_wh_x', 'Bearer a.b.c', 'Basic YTpi']) {
      const { status, json, headers } = await post('{}', { Authorization: authorization });

      expect({ status, json }).toMatchObject({ status: 401, json: { code: 'unauthorized' } });
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it('may have 1 MiB and no more', async () => {
    const frame = Buffer.byteLength('{"payload":{"a":""}}');
    const bodyOf = (bytes: number): string => `{"payload":{"a":"${'x'.repeat(bytes - frame)}"}}`;
    const most = 1_048_576;

    expect(await post(bodyOf(most))).toMatchObject({ status: 200 });
    expect(await post(bodyOf(most + 1))).toMatchObject({
      status: 413,
      json: { code: 'payload_too_large' },
    });
  });

  it('is signed over its bytes, spaces and all', async () => {
    const { client } = server.engine;
    const secret = 'a secret that both sides know';
    await client.call('webhooks.setSignature', { fileName: 'wh', signature: 'github', secret });
    const body = Buffer.from('{ "payload" : {"ü": "\\u00fc"} }\n');
    const { githubSignature = '' } = signRequest('github', secret, { body, at: 0 });

    const signed = await post(body, { 'X-Hub-Signature-256': githubSignature });
    const changed = await post(body.subarray(0, -1), { 'X-Hub-Signature-256': githubSignature });
    await client.call('webhooks.setSignature', { fileName: 'wh', signature: 'none' });

    expect(signed).toMatchObject({ status: 200 });
    expect(changed).toMatchObject({
      status: 401,
      json: { message: 'The signature does not match.' },
    });
  });

  it('notes where it came from', async () => {
    await post('{}');

    const { deliveries } = await server.engine.client.call('webhooks.deliveries', {
      fileName: 'wh',
      limit: 1,
    });
    expect(deliveries).toMatchObject([{ origin: '127.0.0.1', status: 200, bytes: 2 }]);
  });

  it('is made by the typed client like any other call', async () => {
    const client = createHttpClient({ baseUrl: server.url, wait: systemClock.after });
    const body = Buffer.from('{"dagRunId":"typed"}').toString('base64');

    const answer = await client.call('webhooks.trigger', {
      fileName: 'wh',
      authorization: `Bearer ${token}`,
      body,
    });

    expect(answer).toEqual({ dagRunId: 'typed', dagName: 'wh' });
  });

  it('is all that its token is good for', async () => {
    for (const path of ['/dags', '/dags/wh/webhook', '/webhooks', '/metrics', '/auth/me']) {
      const { status } = await server.ask(path, { authorization: `Bearer ${token}` });

      expect({ path, status }).toEqual({ path, status: 401 });
    }
  });
});
