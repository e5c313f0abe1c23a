import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anApi, ask } from './an-api.ts';
import { rawAsk } from './raw-ask.ts';

const pieces = fc.constantFrom(
  ...['http://', 'https:', '127.0.0.1', 'localhost', '[::1]', '[', ']', ':', '@', '/', '..', '%00'],
  ...['%2F', '%', '\t', ' ', 'null', '0', '65536', '?', '#', '*', ',', ';', 'é', '\x7f', '\0', '"'],
);
const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
);
const headerName = fc.constantFrom(
  ...['Host', 'Origin', 'Sec-Fetch-Site', 'Content-Type', 'Content-Length', 'Transfer-Encoding'],
  ...['Expect', 'Upgrade', 'Accept', 'Range', 'If-Modified-Since', 'Authorization', 'Cookie'],
);
const method = fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'CONNECT', 'QUERY', 'PURGE');
const target = fc.oneof(
  text,
  text.map((rest) => `/${rest}`),
  text.map((rest) => `/api/v1/dags/${rest}`),
  text.map((rest) => `http://${rest}`),
);

describe('whatever bytes arrive', () => {
  it('the answer is no server error, nothing is logged as a bug, and the next request is answered', async () => {
    const api = await anApi();

    await fc.assert(
      fc.asyncProperty(
        method,
        target,
        fc.array(fc.tuple(headerName, text), { maxLength: 5 }),
        fc.boolean(),
        async (verb, path, headers, sendsHost) => {
          const answer = await rawAsk(api.port, [
            `${verb} ${path} HTTP/1.1`,
            ...(sendsHost ? [`Host: 127.0.0.1:${api.port}`] : []),
            ...headers.map(([name, value]) => `${name}: ${value}`),
          ]);
          expect(answer).toMatch(/^$|^HTTP\/1\.1 [1-4]\d\d /);
        },
      ),
      { numRuns: 600 },
    );

    expect(api.logged).toEqual([]);
    expect((await ask(api, '/api/v1/dags')).status).toBe(200);
  });

  it('no operation is called for a foreign host or origin', async () => {
    const api = await anApi();

    await fc.assert(
      fc.asyncProperty(fc.constantFrom('Host', 'Origin'), text, async (name, value) => {
        const own = `127.0.0.1:${api.port}`;
        // Any text may turn out to be ours, as the names of loopback are among the pieces.
        fc.pre(!/127\.0\.0\.1|localhost|::1/i.test(value));
        await rawAsk(api.port, [
          'GET /api/v1/dags HTTP/1.1',
          ...(name === 'Host' ? [] : [`Host: ${own}`]),
          `${name}: ${value}`,
        ]);
        expect(api.calls).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('bytes that are no request are answered with the error body', async () => {
    const api = await anApi();

    const answer = await rawAsk(api.port, Buffer.from('\x16\x03\x01 hello\r\n\r\n'));

    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*"code":"bad_request"/);
  });

  it('headers beyond 16 KiB are answered with 431 and the error body', async () => {
    const api = await anApi();

    const answer = await rawAsk(api.port, ['GET / HTTP/1.1', `X: ${'x'.repeat(17_000)}`]);

    expect(answer).toMatch(/^HTTP\/1\.1 431 [^]*"code":"payload_too_large"/);
  });

  it('an expectation that cannot be met is passed over', async () => {
    const api = await anApi();

    const answer = await rawAsk(api.port, [
      'GET /api/v1/dags HTTP/1.1',
      `Host: 127.0.0.1:${api.port}`,
      'Expect: a-miracle',
    ]);

    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});
