import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  OtherOrigin,
  redirected,
  redirectedWithin,
  requestTo,
  type Sent,
} from '../../../engine/lib/redirect.ts';

const HARMLESS = ['Accept', 'accept-language', 'User-Agent', 'Content-Type'];
const PRIVATE = ['Authorization', 'Cookie', 'Host', 'X-API-Key', 'PRIVATE-TOKEN', 'x-goog-api-key'];

const sent = (more: Partial<Omit<Sent, 'url'>> & { readonly url?: string } = {}): Sent => ({
  method: 'GET',
  headers: [...HARMLESS, ...PRIVATE].map((name) => ({ name, value: `of ${name}` })),
  body: undefined,
  ...more,
  url: new URL(more.url ?? 'https://one.example/from'),
});
const namesOf = (request: Sent | null): readonly string[] =>
  request?.headers.map(({ name }) => name) ?? [];

describe('a redirect', () => {
  it.each([
    'https://two.example/to',
    'https://one.example:8443/to',
    'http://one.example/to',
    '//two.example/to',
    'https://sub.one.example/',
    'https://one.example.:443/',
  ])('to %s takes harmless headers along and nothing else', (location) => {
    const next = redirected(sent(), { status: 302, location });

    expect(namesOf(next)).toEqual(HARMLESS);
  });

  it.each(['/to', '?page=2', 'https://one.example/to', 'HTTPS://ONE.example:443/to'])(
    'to %s on the same origin takes all along',
    (location) => {
      const next = redirected(sent(), { status: 308, location });

      expect(namesOf(next)).toEqual([...HARMLESS, ...PRIVATE]);
    },
  );

  it('brings nothing back to the origin where it began', () => {
    const there = redirected(sent(), { status: 302, location: 'https://two.example/' });
    const back = there && redirected(there, { status: 302, location: 'https://one.example/' });

    expect(namesOf(back)).toEqual(HARMLESS);
  });

  it.each([
    ['POST', 307, 'body'],
    ['PUT', 308, 'body'],
    ['GET', 302, 'body'],
    ['DELETE', 307, undefined],
  ])('of a %s by %i goes to no other origin, which it names', (method, status, text) => {
    const body = text === undefined ? undefined : Buffer.from(text);
    const location = 'https://two.example:444/to?secret=1';

    const follow = () => redirected(sent({ method, body }), { status, location });

    expect(follow).toThrow(OtherOrigin);
    expect(follow).toThrow(
      /^one\.example redirects to https:\/\/two\.example:444, which must not get (?:the body|a DELETE)$/,
    );
  });

  it('of a form by 303 is a look without a body on another origin', () => {
    const form = sent({ method: 'POST', body: Buffer.from('a=b') });

    const next = redirected(form, { status: 303, location: 'https://two.example/' });

    expect(next).toMatchObject({ method: 'GET', body: undefined });
    expect(namesOf(next)).toEqual(['Accept', 'accept-language', 'User-Agent']);
  });

  it.each(['https://two.example/', 'http://one.example/', 'https://one.example:8443/'])(
    'to %s is none for what has to stay on its origin',
    (location) => {
      expect(() => redirectedWithin(sent(), { status: 302, location })).toThrow(OtherOrigin);
    },
  );

  it('takes no user and no password from an answer', () => {
    for (const location of ['https://u:p@one.example/', 'https://u:p@two.example/']) {
      const next = redirected(sent({ headers: [] }), { status: 302, location });

      expect([next?.url.username, next?.url.password, next?.headers]).toEqual(['', '', []]);
    }
  });

  it.each([
    ['ftp://one.example/', 'it starts with ftp:'],
    ['javascript:alert(1)', 'it starts with javascript:'],
    ['http://[', 'is not a valid URL'],
  ])('to %s leads nowhere', (location, words) => {
    expect(() => redirected(sent(), { status: 302, location })).toThrow(words);
  });

  it.each([
    [200, '/to'],
    [304, '/to'],
    [302, undefined],
    [302, null],
  ])('is none with status %i and the location %s', (status, location) => {
    expect(redirected(sent(), { status, location })).toBeNull();
  });

  it('never brings a private header or a body to an origin that was not asked first', () => {
    const origins = ['https://a.example', 'http://a.example', 'https://a.example:1', 'https://b.c'];
    const chain = fc.array(
      fc.tuple(fc.constantFrom(301, 302, 303, 307, 308), fc.constantFrom(...origins)),
      { maxLength: 6 },
    );
    const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE');
    fc.assert(
      fc.property(method, fc.boolean(), chain, (verb, hasBody, hops) => {
        const first = sent({
          method: verb,
          body: hasBody ? Buffer.from('x') : undefined,
          url: `${origins[0]}/`,
        });
        let request: Sent = first;
        let left = false;
        for (const [status, origin] of hops) {
          try {
            request = redirected(request, { status, location: `${origin}/` }) ?? request;
          } catch (error) {
            expect(error).toBeInstanceOf(OtherOrigin);
            return;
          }
          left ||= request.url.origin !== first.url.origin;
          if (!left) continue;
          expect(request.body).toBeUndefined();
          expect(['GET', 'HEAD']).toContain(request.method);
          expect(namesOf(request).filter((name) => PRIVATE.includes(name))).toEqual([]);
        }
      }),
    );
  });
});

describe('a request to an address with a user', () => {
  it('says who asks in a header, which goes where headers go', () => {
    const request = requestTo(sent({ headers: [], url: 'https://me:s%40fe@one.example/' }));

    const value = `Basic ${Buffer.from('me:s@fe').toString('base64')}`;
    expect(request).toMatchObject({ headers: [{ name: 'Authorization', value }] });
    expect(request.url.href).toBe('https://one.example/');
    const there = redirected(request, { status: 302, location: 'https://two.example/' });
    expect(namesOf(there)).toEqual([]);
  });

  it('keeps a header that is given', () => {
    const headers = [{ name: 'authorization', value: 'Bearer x' }];

    expect(requestTo(sent({ headers, url: 'https://me:safe@one.example/' })).headers).toBe(headers);
  });
});
