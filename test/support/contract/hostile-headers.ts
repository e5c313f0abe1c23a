import fc from 'fast-check';
import { hostileText } from './hostile-values.ts';

type Values = readonly string[];

const charsets: Values = [
  ...['utf-8', 'UTF-8', '"utf-8"', 'utf8', 'utf-7', 'utf-7-imap', 'utf-16', 'utf-16le', 'utf-32'],
  ...['cesu8', 'ucs2', 'latin1', 'iso-8859-1', 'windows-1252', 'ascii', 'shift_jis', 'gb18030'],
  ...['big5-hkscs', 'hex', 'base64', 'binary', 'none', '', '"', '__proto__', 'constructor', 'utf-'],
];

const contentType: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(fc.constantFrom(...charsets), { minLength: 1, maxLength: 3 })
    .map((names) => `application/json${names.map((name) => `; charset=${name}`).join('')}`),
  fc.constantFrom(
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''],
    ...['application/yaml', 'application/problem+json', 'APPLICATION/JSON', '*/*', ';', 'json'],
    ...['application/json, text/plain', "application/json; charset*=utf-8''x", 'application/json;'],
    ...['application/json; charset', 'application/json; a="', 'application/json; boundary=x'],
  ),
);

const dates: Values = [
  ...['Thu, 01 Jan 1970 00:00:00 GMT', 'Tue, 19 Jan 2038 03:14:07 GMT', 'never', '0', '-1'],
  ...['Sat, 99 Xyz 9999 99:99:99 GMT', '2026-11-27T00:00:00Z', ''],
];
const tags: Values = ['*', '"x"', 'W/"x"', '"', 'W/', '"a","b"', ',', '""', 'x'.repeat(2000)];
const codings: Values = [
  ...['gzip', 'deflate', 'br', 'zstd', 'identity', 'gzip, gzip', 'x-bomb', 'gzip;q=1', '*', ','],
  ...['identity, gzip', 'GZIP', 'compress', 'chunked', 'identity;q=0, *;q=0', ''],
];
const ranges: Values = [
  ...['bytes=9-1', 'bytes=0-0', 'bytes=-1', 'bytes=0-,-1', 'bytes=99999999999-', 'bytes=', 'bytes'],
  ...['bytes=a-b', 'bytes=-0', 'bytes=--1', 'items=0-1', 'bytes=0-1,2-3,4-5', 'bytes 0-1/2', '='],
  `bytes=${'0-,'.repeat(2000)}`,
];

/** Values for a header by its name, as clients of little sense or of ill will send them. */
const byName: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'Content-Type': contentType,
  'Content-Encoding': fc.constantFrom(...codings),
  'Accept-Encoding': fc.constantFrom(...codings),
  'Transfer-Encoding': fc.constantFrom('chunked', 'Chunked', 'gzip, chunked', 'identity', 'x'),
  TE: fc.constantFrom('trailers', 'gzip', ''),
  Expect: fc.constantFrom('100-continue', '100-Continue', '200-ok', '', 'a-miracle'),
  Connection: fc.constantFrom('close', 'upgrade', 'keep-alive, x', 'content-length', 'host'),
  Upgrade: fc.constantFrom('websocket', 'h2c', 'TLS/1.0'),
  Range: fc.constantFrom(...ranges),
  'If-Range': fc.constantFrom(...tags, ...dates),
  'If-None-Match': fc.constantFrom(...tags),
  'If-Match': fc.constantFrom(...tags),
  'If-Modified-Since': fc.constantFrom(...dates),
  'If-Unmodified-Since': fc.constantFrom(...dates),
  Accept: fc.constantFrom('*/*', 'text/html', 'application/json', 'a/b;q=x', ',', 'text/html;q=0'),
  Authorization: fc.constantFrom(
    'Bearer ',
    'Bearer',
    'Basic Og==',
    'Bearer a.b.c',
    'bearer x',
    'x',
  ),
  Origin: fc.constantFrom('null', 'http://evil.example', 'http://127.0.0.1', ''),
  Host: fc.constantFrom('localhost', '127.0.0.1', 'evil.example', '[::1', ''),
  'Sec-Fetch-Site': fc.constantFrom('cross-site', 'same-origin', 'none', ''),
};

const ofAnyText: Values = [
  ...['Accept-Language', 'Cookie', 'Referer', 'User-Agent', 'Last-Event-ID', 'X-Forwarded-For'],
  ...['X-Forwarded-Host', 'Forwarded', 'Via', 'X-HTTP-Method-Override', 'X-Hub-Signature-256'],
  ...['Stripe-Signature', 'Dagwright-Via', 'Dagwright-Role', 'Proxy-Authorization'],
  ...['__proto__', 'constructor', 'Content-Language', 'Content-Location', 'Content-Range', 'Date'],
];

const known = Object.entries(byName).map(([name, values]) =>
  fc
    .oneof({ weight: 8, arbitrary: values }, { weight: 1, arbitrary: hostileText.map(sendable) })
    .map((value): Header => [name, value]),
);

type Header = readonly [name: string, value: string];

/** One to four headers by which a request means something else, or nothing. */
export const hostileHeaders: fc.Arbitrary<Readonly<Record<string, string>>> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.oneof(...known) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(...ofAnyText), hostileText)
          .map(([name, text]): Header => [name, sendable(text)]),
      },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((headers) => Object.fromEntries(headers));

/** What Node's client agrees to send in a header. */
function sendable(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '');
}
