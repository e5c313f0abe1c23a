import { describe, expect, it } from 'vitest';
import { EngineError } from '../../../engine/contract/errors.ts';
import { DEFAULT_BODY_LIMIT } from '../../../engine/contract/operation.ts';
import { nobody } from '../../../engine/contract/operations.ts';
import { anApi, ask, post } from './an-api.ts';

const json = { 'Content-Type': 'application/json' };

describe('addresses', () => {
  it.each([
    '/api/v1/no-such-collection/7',
    '/api/v1',
    '/api/v1/',
    '/api/v1/dags/',
    '/api/v1/dags/a/b/c/d',
    '/api/v2/dags',
    '/api',
    '/API/v1/dags',
    '/api/V1/dags',
    '/api/v1/DAGS',
    '/api/v1/openapiXjson',
    '//api/v1/dags.x',
  ])('that are unknown answer 404 with the error body: %s', async (path) => {
    const api = await anApi();

    expect(await ask(api, path)).toMatchObject({
      status: 404,
      json: { code: 'not_found', message: expect.stringMatching(/\S/) },
    });
    expect(api.calls).toEqual([]);
  });

  it.each([
    ['PUT', '/api/v1/health', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/api/v1/dags', 'GET, POST, HEAD, OPTIONS'],
    ['POST', '/api/v1/events', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/api/v1/dags/a%2Fb', 'GET, DELETE, HEAD, OPTIONS'],
    ['HEAD', '/api/v1/dags/a/start', 'POST, OPTIONS'],
    ['TRACE', '/api/v1/dags/a/start', 'POST, OPTIONS'],
  ])('answer %s %s with 405 and the methods they have', async (method, path, allow) => {
    const api = await anApi();

    const { status, headers, json: body } = await ask(api, path, { method });

    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow });
    if (method !== 'HEAD') expect(body).toMatchObject({ code: 'method_not_allowed' });
  });

  it('answer OPTIONS with 204, Allow, and no CORS header', async () => {
    const api = await anApi();

    const { status, text, headers } = await ask(api, '/api/v1/dags', { method: 'OPTIONS' });

    expect({ status, text, allow: headers.allow }).toEqual({
      status: 204,
      text: '',
      allow: 'GET, POST, HEAD, OPTIONS',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each([
    { who: 'nobody', authenticate: async () => nobody },
    {
      who: 'one whose credentials are wrong',
      authenticate: () => Promise.reject(new EngineError('unauthorized', 'Wrong.')),
    },
  ])('that anybody may ask tell $who of their methods, and no others do', async (given) => {
    const api = await anApi(given);
    const answerTo = async (method: string, path: string) => {
      const { status, headers } = await ask(api, `/api/v1${path}`, { method });
      return `${status} ${headers.allow ?? ''}`;
    };

    expect(await answerTo('PUT', '/health')).toBe('405 GET, HEAD, OPTIONS');
    expect(await answerTo('GET', '/auth/login')).toBe('405 POST, OPTIONS');
    expect(await answerTo('DELETE', '/webhooks/daily')).toBe('405 POST, OPTIONS');
    expect(await answerTo('OPTIONS', '/auth/status')).toBe('204 GET, HEAD, OPTIONS');
    for (const path of ['/dags', '/events', '/webhooks', '/nowhere']) {
      expect(await answerTo('OPTIONS', path), path).toBe('401 ');
      expect(await answerTo('PUT', path), path).toBe('401 ');
    }
  });

  it.each(['/api/v1/dags/%zz', '/api/v1/dags/%E0%A4%A', '/%zz', '/assets/%zz.js', '/%00'])(
    'with broken percent-encoding are refused with the error body: %s',
    async (path) => {
      const api = await anApi();

      const { status, json: body } = await ask(api, path);

      if (path.startsWith('/api'))
        expect({ status, body }).toMatchObject({ status: 400, body: { code: 'bad_request' } });
      else expect(status).toBeLessThan(500);
    },
  );
});

describe('bodies', () => {
  it.each([
    ['{"name": "x"', /line 1 column \d+|position|end of JSON/i],
    ['spec: plain yaml', /plain yaml/],
    ['{"name": "x",}', /position 13/],
  ])('that are malformed JSON are a bad request that says where: %s', async (body, where) => {
    const api = await anApi();

    const answer = await ask(api, '/api/v1/dags', { method: 'POST', headers: json, body });

    expect(answer).toMatchObject({
      status: 400,
      json: { code: 'bad_request', message: expect.stringMatching(where) },
    });
    expect(api.calls).toEqual([]);
  });

  it.each(['[]', '[{"name":"x"}]', '"name"', '12', 'null', 'true'])(
    'that are JSON but no object are a bad request: %s',
    async (body) => {
      const api = await anApi();

      expect(await ask(api, '/api/v1/dags', { method: 'POST', headers: json, body })).toMatchObject(
        { status: 400, json: { code: 'bad_request' } },
      );
      expect(api.calls).toEqual([]);
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'application/json, text/plain',
    'application/jsonp',
    '',
  ])('of another type are refused with 415: "%s"', async (type) => {
    const api = await anApi();
    const headers = { 'Content-Type': type };

    for (const [method, path] of [
      ['POST', '/api/v1/dags'],
      ['GET', '/api/v1/dags'],
      ['DELETE', '/api/v1/dags/a'],
      ['POST', '/nowhere'],
    ] as const) {
      expect(await ask(api, path, { method, headers, body: '{"name":"x"}' })).toMatchObject({
        status: 415,
        json: { code: 'unsupported_media_type' },
      });
    }
    expect(api.calls).toEqual([]);
  });

  it('without a type are refused with 415, sent in chunks as well', async () => {
    const api = await anApi();
    const chunked = { 'Transfer-Encoding': 'chunked' };

    for (const headers of [{}, chunked]) {
      expect(
        await ask(api, '/api/v1/dags', { method: 'POST', headers, body: '{"name":"x"}' }),
      ).toMatchObject({ status: 415 });
    }
  });

  it.each([
    ...['gzip', 'br', 'deflate', 'zstd', 'x-bomb', 'gzip, gzip', 'identity, gzip', 'identity;q=1'],
    ...['gzip, identity', ',', 'GZIP'],
  ])('that are compressed are refused: %s', async (encoding) => {
    const api = await anApi();

    expect(
      await ask(api, '/api/v1/dags', {
        method: 'POST',
        headers: { ...json, 'Content-Encoding': encoding },
        body: '{}',
      }),
    ).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } });
  });

  it('may be as large as the limit and no larger, whether the length is announced or not', async () => {
    const api = await anApi({ handlers: { 'dags.validate': () => ({ valid: true }) } });
    const frame = JSON.stringify({ spec: '' }).length;
    const sized = (bytes: number) => ({ spec: 'x'.repeat(bytes - frame) });

    const fits = await post(api, '/api/v1/dags/validate', sized(DEFAULT_BODY_LIMIT));
    const over = await post(api, '/api/v1/dags/validate', sized(DEFAULT_BODY_LIMIT + 1));
    const chunked = await ask(api, '/api/v1/dags/validate', {
      method: 'POST',
      headers: { ...json, 'Transfer-Encoding': 'chunked' },
      body: JSON.stringify(sized(DEFAULT_BODY_LIMIT + 1)),
    });

    expect(fits.status).toBe(200);
    for (const { status, json: body } of [over, chunked]) {
      expect({ status, body }).toMatchObject({
        status: 413,
        body: { code: 'payload_too_large', message: expect.stringContaining('1048576') },
      });
    }
    expect(api.calls).toHaveLength(1);
  });

  it.each<[string, Record<string, string>]>([
    ['/api/v1/dags/victim', { 'X-HTTP-Method-Override': 'DELETE' }],
    ['/api/v1/dags/victim', { 'X-HTTP-Method': 'DELETE' }],
    ['/api/v1/dags/victim', { 'X-Method-Override': 'DELETE' }],
    ['/api/v1/dags/victim?_method=DELETE', {}],
  ])(
    'are sent by the method that the request has, and by no other: %s %o',
    async (path, headers) => {
      const api = await anApi();
      const body = '{"_method":"DELETE"}';

      const answer = await ask(api, path, {
        method: 'POST',
        headers: { ...json, ...headers },
        body,
      });

      expect([answer.status, api.calls]).toEqual([405, []]);
    },
  );

  it.each(['callback', 'jsonp', 'cb'])('of answers become no script for ?%s=', async (name) => {
    const api = await anApi({ handlers: { 'dags.list': () => ({ dags: [] }) } });

    const { text, headers } = await ask(api, `/api/v1/dags?${name}=steal`);

    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(text)).toEqual({ dags: [] });
  });

  it('with a prototype key change nothing but their own object', async () => {
    const api = await anApi();

    await ask(api, '/api/v1/dags', {
      method: 'POST',
      headers: json,
      body: '{"name":"x","__proto__":{"spec":"sneaky"}}',
    });

    expect(api.calls).toHaveLength(1);
    expect((api.calls[0]?.input as { spec?: unknown }).spec).toBeUndefined();
  });
});
