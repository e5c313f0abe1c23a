import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import type { Authenticate } from '../../../engine/contract/authenticate.ts';
import { EngineError } from '../../../engine/contract/errors.ts';
import { localOwner, nobody } from '../../../engine/contract/operations.ts';
import type { Refusal } from '../../../engine/services/audit/audit-calls.ts';
import { anApi, ask, post } from './an-api.ts';

const json = { 'Content-Type': 'application/json' };
const owner: Authenticate = async ({ origin }) => ({ ...localOwner, origin });
const viewer: Authenticate = async ({ origin }) => ({ ...nobody, role: 'viewer', origin });
const refuse: Authenticate = () => {
  throw new EngineError('unauthorized', 'Wrong.');
};

describe('whoever calls', () => {
  it('is found out by the header and the address, once for each request', async () => {
    const asked: unknown[] = [];
    const api = await anApi({
      authenticate: (credentials) => {
        asked.push(credentials);
        return owner(credentials);
      },
    });

    await ask(api, '/api/v1/dags/tags', { headers: { Authorization: 'Bearer abc' } });
    await ask(api, '/api/v1/dags/tags');

    expect(asked).toEqual([
      { authorization: 'Bearer abc', origin: '127.0.0.1' },
      { authorization: undefined, origin: '127.0.0.1' },
    ]);
  });

  it('and is refused gets only what is public', async () => {
    const health = { status: 'healthy', version: '1', uptime: 1, timestamp: '' };
    const api = await anApi({
      authenticate: refuse,
      handlers: { 'system.health': () => health },
    });

    const statuses = await Promise.all(
      ['health', 'dags', 'dags/a/b/c', 'events', 'dags/tags'].map(
        async (path) => (await ask(api, `/api/v1/${path}`)).status,
      ),
    );

    expect(statuses).toEqual([200, 401, 401, 401, 401]);
    expect(api.calls).toEqual([{ name: 'system.health', input: {} }]);
  });

  it('and is refused is told of, even when it does not wait for the answer', async () => {
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const wrong = new EngineError('unauthorized', 'Wrong.');
    const refused = vi.fn<(refusal: Refusal) => void>();
    const api = await anApi({
      api: { refused },
      authenticate: async () => {
        asked.resolve();
        await left.promise;
        throw wrong;
      },
    });
    const socket = connect(api.port, '127.0.0.1');
    socket.write(`GET /api/v1/dags HTTP/1.1\r\nHost: 127.0.0.1:${api.port}\r\n\r\n`);

    await asked.promise;
    socket.resetAndDestroy();
    // Its own connection is over when the server has answered one that came later.
    await ask(api, '/docs/page.css');
    left.resolve();

    await vi.waitUntil(() => refused.mock.calls.length > 0);
    expect(refused.mock.calls).toMatchObject([
      [{ error: wrong, caller: { origin: '127.0.0.1' }, request: 'GET /api/v1/dags' }],
    ]);
  });

  it('may not call what it asks for has no body read', async () => {
    const api = await anApi({ authenticate: viewer });
    const malformed = { method: 'POST', headers: json, body: '{' };

    await ask(api, '/api/v1/dags', malformed);
    const { status } = await ask(api, '/api/v1/dags/validate', malformed);

    expect(api.calls).toEqual([{ name: 'dags.create', input: {} }]);
    expect(status).toBe(400);
  });

  it('cannot be found out for a reason of ours gets an error of ours', async () => {
    const api = await anApi({ authenticate: () => Promise.reject(new Error('no disk')) });

    expect(await ask(api, '/api/v1/dags')).toMatchObject({
      status: 500,
      json: { code: 'internal_error' },
    });
  });
});

describe('an operation that takes the whole body and headers', () => {
  const headers = { ...json, Authorization: 'Bearer t', 'X-Hub-Signature-256': 'sha256=00' };

  it('gets all bytes of the body as they are, and the headers as fields', async () => {
    const api = await anApi();
    const body = '{ "a": "ü" , "fileName": "other"}\n';

    await ask(api, '/api/v1/webhooks/hook?authorization=x', { method: 'POST', headers, body });

    expect(api.calls).toEqual([
      {
        name: 'webhooks.trigger',
        input: {
          fileName: 'hook',
          authorization: 'Bearer t',
          githubSignature: 'sha256=00',
          contentType: 'application/json',
          gitlabToken: undefined,
          slackSignature: undefined,
          slackTimestamp: undefined,
          stripeSignature: undefined,
          hmacSignature: undefined,
          plainSignature: undefined,
          body: Buffer.from(body).toString('base64'),
        },
      },
    ]);
  });

  it('gets an empty text for no body', async () => {
    const api = await anApi();

    await ask(api, '/api/v1/webhooks/hook', { method: 'POST' });

    expect(api.calls[0]?.input).toMatchObject({ fileName: 'hook', body: '' });
  });

  it('gets nothing that is too large', async () => {
    const api = await anApi();

    const { status } = await post(api, '/api/v1/webhooks/hook', 'x'.repeat(1_048_576));

    expect(status).toBe(413);
    expect(api.calls).toEqual([]);
  });
});
