import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkBodyHeaders } from '../../../engine/api/body-headers.ts';
import { operationNames, operations } from '../../../engine/contract/operations.ts';
import { API_PREFIX, fillPath, takesBody } from '../../../engine/contract/rest.ts';
import { anApi, ask } from './an-api.ts';
import { rawAsk } from './raw-ask.ts';

const utf8 = [
  ...['', ';', '; ', ';charset=utf-8', '; charset=UTF-8', ' ;\tCharset="utf-8" ; '],
  ...['; version=1; charset=utf-8', '; profile="a;charset=utf-16"', '; x="\\""'],
];
const others = [
  ...['utf-7', 'utf-16', 'utf-16le', 'utf-32', 'utf-', 'utf-7-imap', 'cesu8', 'ucs2', 'utf8'],
  ...['iso-8859-1', 'latin1', 'windows-1252', 'us-ascii', 'ascii', 'shift_jis', 'gb18030'],
  ...['big5-hkscs', 'binary', 'hex', 'base64', 'unknown', '', '"', '""', '"utf-8', 'utf-8"'],
  ...["'utf-8'", '"utf\\-8"', '" utf-8"', 'utf_8', 'utf-8,utf-7', 'utf-8 utf-7', '__proto__'],
  ...['utf-8; charset=utf-8', 'utf-8; charset=utf-7', 'utf-7; charset=utf-8', 'constructor'],
];
const oddities = [
  ...['; charset', '; charset =utf-8', "; charset*=utf-8''utf-7", '; charset*0=utf-7', ';=;', ' x'],
  ...['; charset=utf-8; charset*0=utf-7', '; a', ', text/plain', '; x="', '+xml', '/x'],
];

const json = { mayBeForm: false };
const form = 'application/x-www-form-urlencoded';

const typed = (rest: string) => ({ 'Content-Type': `application/json${rest}` });

describe('a body', () => {
  it.each(utf8)('is read in UTF-8: application/json%s', async (rest) => {
    const api = await anApi({ handlers: { 'dags.start': () => ({ dagRunId: 'r' }) } });

    const answer = await ask(api, '/api/v1/dags/a/start', {
      method: 'POST',
      headers: typed(rest),
      body: '{"params":"é=☃"}',
    });

    expect(answer.status).toBe(200);
    expect(api.calls).toMatchObject([{ input: { params: 'é=☃' } }]);
  });

  it.each([...others.map((charset) => `; charset=${charset}`), ...oddities])(
    'is refused before it is read: application/json%s',
    async (rest) => {
      const api = await anApi();

      // The bytes that are announced never come: whoever waited for them would not answer.
      const answer = await rawAsk(api.port, [
        'POST /api/v1/auth/login HTTP/1.1',
        `Host: 127.0.0.1:${api.port}`,
        'Content-Length: 1000',
        `Content-Type: application/json${rest}`,
      ]);

      expect(answer).toMatch(/^HTTP\/1\.1 415 [^]*"code":"unsupported_media_type"/);
      expect(api.calls).toEqual([]);
    },
  );

  it('of another charset is refused at every path, whether or not it takes one', async () => {
    const api = await anApi();
    const taking = operationNames.map((name) => operations[name]).filter(takesBody);
    const asked = taking.map(({ method, path }) => [
      method.toUpperCase(),
      `${API_PREFIX}${fillPath(path, () => 'a')}`,
    ]);
    expect(asked.length).toBeGreaterThan(20);

    for (const [method = '', path = ''] of [...asked, ['POST', '/nowhere'], ['GET', '/']]) {
      const sent = { method, headers: typed('; charset=utf-7'), body: '{}' };
      const answer = await ask(api, path, sent);
      expect({ path, status: answer.status, json: answer.json }).toMatchObject({
        path,
        status: 415,
        json: { code: 'unsupported_media_type', message: expect.stringContaining('UTF-8') },
      });
    }
    expect(api.calls).toEqual([]);
  });

  it.each(['gzip, chunked', 'identity, chunked', 'chunked, chunked'])(
    'is refused when its transfer is coded in another way than in chunks: %s',
    async (coding) => {
      const api = await anApi();

      const answer = await rawAsk(api.port, [
        'POST /api/v1/dags HTTP/1.1',
        `Host: 127.0.0.1:${api.port}`,
        'Content-Type: application/json',
        `Transfer-Encoding: ${coding}`,
      ]);

      expect(answer).toMatch(/^HTTP\/1\.1 4(?:00|15) [^]*"code":/);
      expect(api.calls).toEqual([]);
    },
  );

  it.each(['keep-alive', 'close'])(
    'in a coding that cannot be read is answered once (%s)',
    async (connection) => {
      const api = await anApi();

      const answer = await rawAsk(api.port, [
        'POST /api/v1/dags HTTP/1.1',
        `Host: 127.0.0.1:${api.port}`,
        'Transfer-Encoding: $(true)',
        `Connection: ${connection}`,
      ]);

      expect(answer.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    },
  );

  it.each(utf8)('may be a form where the operation takes one: %s', async (rest) => {
    const api = await anApi();
    const headers = { 'Content-Type': `${form}${rest}` };
    const [taken, elsewhere] = await Promise.all(
      ['webhooks/x', 'dags'].map((path) =>
        ask(api, `${API_PREFIX}/${path}`, { method: 'POST', headers, body: 'a=1' }),
      ),
    );

    expect(taken?.status).not.toBe(415);
    expect(elsewhere?.status).toBe(415);
    expect(api.calls).toMatchObject([{ name: 'webhooks.trigger' }]);
  });

  it.each([...others.map((charset) => `; charset=${charset}`), ...oddities])(
    'may be no other form: %j',
    (rest) => {
      const headers = { 'content-length': '2', 'content-type': `${form}${rest}` };

      expect(() => checkBodyHeaders(headers, { mayBeForm: true })).toThrow(/must be JSON/);
    },
  );

  it('of no byte may have any type: there is nothing to read', () => {
    for (const length of [undefined, '0']) {
      const headers = { 'content-type': 'text/plain; charset=utf-7', 'content-encoding': 'gzip' };
      checkBodyHeaders(
        length === undefined ? headers : { ...headers, 'content-length': length },
        json,
      );
    }
  });

  it('passes by its headers where they name JSON and at most UTF-8, whatever they say else', () => {
    const words = fc.constantFrom(
      ...[';', ' ', '\t', '=', '"', '\\', 'charset', 'CharSet', 'utf-8', 'utf-7', 'x', ',', '*'],
    );
    const rest = fc.array(words, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(rest, (text) => {
        const headers = { 'content-length': '2', 'content-type': `application/json${text}` };
        const passes = (() => {
          try {
            checkBodyHeaders(headers, json);
            return true;
          } catch {
            return false;
          }
        })();
        // Outside of quotes no charset but one of this name and value stands.
        const bare = text.replaceAll(/=[ \t]*"(?:[^"\\]|\\.)*"/g, (value) =>
          /^="utf-8"$/i.test(value) ? '=utf-8' : '=quoted',
        );
        const charsets = bare.match(/(?<=;[ \t]*)charset[\w*]*(?:=[^; \t]*)?/gi) ?? [];
        const mayPass =
          charsets.length === 0 || (charsets.length === 1 && /^charset=utf-8$/i.test(charsets[0]));
        if (passes) expect({ text, mayPass }).toEqual({ text, mayPass: true });
      }),
      { numRuns: 3000 },
    );
  });
});
