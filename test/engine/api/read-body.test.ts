import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BODY_LIMIT } from '../../../engine/contract/operation.ts';
import { anApi, ask } from './an-api.ts';
import { rawAsk } from './raw-ask.ts';

const start = '/api/v1/dags/a/start';
const headers = { 'Content-Type': 'application/json' };
const starting = { handlers: { 'dags.start': () => ({ dagRunId: 'r' }) } };

describe('the body of a request', () => {
  it('is the same object in whatever pieces its bytes come', async () => {
    const api = await anApi(starting);

    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.array(fc.nat(9)), async (text, cuts) => {
        const params = text.toWellFormed();
        const bytes = Buffer.from(JSON.stringify({ params }));
        const ends = [...cuts, Infinity].map(
          (
            (sum) => (cut: number) =>
              (sum += cut + 1)
          )(0),
        );
        const pieces = ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
        const chunks = pieces
          .filter(({ length }) => length > 0)
          .map((piece) => Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece]));

        await rawAsk(
          api.port,
          Buffer.concat([
            Buffer.from(
              `POST ${start} HTTP/1.1\r\nHost: 127.0.0.1:${api.port}\r\nConnection: close\r\n` +
                'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
            ),
            ...chunks.flatMap((chunk) => [chunk, Buffer.from('\r\n')]),
            Buffer.from('0\r\n\r\n'),
          ]),
        );

        expect(api.calls.at(-1)?.input).toEqual({ fileName: 'a', params });
      }),
      { numRuns: 60 },
    );
  });

  it('may begin with a byte order mark, which is no part of it', async () => {
    const api = await anApi(starting);

    const answer = await ask(api, start, { method: 'POST', headers, body: '\ufeff{"params":"x"}' });

    expect(answer.status).toBe(200);
    expect(api.calls).toMatchObject([{ input: { params: 'x' } }]);
  });

  it.each([
    ['a byte that none begins with', Buffer.from([0x22, 0xff, 0x22])],
    ['a character that is cut', Buffer.from([0x22, 0xe2, 0x98, 0x22])],
    ['one in too many bytes', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['half of a pair', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['another encoding', Buffer.from('\ufeff{}', 'utf16le')],
  ])('is a bad request where it is not UTF-8: %s', async (_what, body) => {
    const api = await anApi(starting);

    expect(await ask(api, start, { method: 'POST', headers, body })).toMatchObject({
      status: 400,
      json: { code: 'bad_request', message: 'The body is not UTF-8.' },
    });
    expect(api.calls).toEqual([]);
  });

  it('is refused by its announced length before it comes', async () => {
    const api = await anApi(starting);

    const answer = await rawAsk(api.port, [
      `POST ${start} HTTP/1.1`,
      `Host: 127.0.0.1:${api.port}`,
      'Content-Type: application/json',
      `Content-Length: ${DEFAULT_BODY_LIMIT + 1}`,
    ]);

    expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*"code":"payload_too_large"/);
  });

  it('that was too large leaves the connection in order for the next request', async () => {
    const api = await anApi(starting);
    const socket = connect(api.port, '127.0.0.1');
    const head = (length: number) =>
      `POST ${start} HTTP/1.1\r\nHost: 127.0.0.1:${api.port}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

    socket.write(head(DEFAULT_BODY_LIMIT + 100));
    socket.write(Buffer.alloc(DEFAULT_BODY_LIMIT + 100, ' '));
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.write(`${head(2)}{}`);
    const [second] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();

    expect(first.toString()).toMatch(/^HTTP\/1\.1 413 /);
    expect(second.toString()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('that ends with its connection calls nothing and is no fault of ours', async () => {
    const api = await anApi(starting);
    const socket = connect(api.port, '127.0.0.1');
    socket.write(
      `POST ${start} HTTP/1.1\r\nHost: 127.0.0.1:${api.port}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"params"',
    );
    socket.end();
    await once(socket.resume(), 'close');

    await ask(api, '/nowhere');
    expect(api.calls.filter(({ name }) => name === 'dags.start')).toEqual([]);
    expect(api.logged).toEqual([]);
  });
});
