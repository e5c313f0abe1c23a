import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  signatureOf,
  TOLERANCE_MS,
  whyNotSigned,
  type SignedRequest,
} from '../../../engine/auth/webhook-signatures.ts';

const AT = 1_767_225_600_000;
const secret = "It's a Secret to Everybody";
const body = Buffer.from('Hello, World!');
const request = (fields: Partial<SignedRequest>): SignedRequest => ({
  body,
  github: undefined,
  stripe: undefined,
  at: AT,
  ...fields,
});

const bytes = fc.uint8Array({ maxLength: 200 });
const secrets = fc.string({ minLength: 1 });

describe.each(['github', 'stripe'] as const)('a signature as %s makes it', (form) => {
  const judge = (header: string | undefined, key = secret, fields = {}): string | null =>
    whyNotSigned(form, key, request({ [form]: header, ...fields }));

  it('is accepted for the body that was signed, with the same secret', () => {
    fc.assert(
      fc.property(bytes, secrets, (signed, key) => {
        const header = signatureOf(form, key, { body: signed, at: AT });

        expect(judge(header, key, { body: signed })).toBeNull();
      }),
    );
  });

  it('is refused for another body and for another secret', () => {
    fc.assert(
      fc.property(bytes, bytes, secrets, (signed, sent, key) => {
        fc.pre(!Buffer.from(signed).equals(Buffer.from(sent)));
        const header = signatureOf(form, key, { body: signed, at: AT });

        expect(judge(header, key, { body: sent })).toBe('The signature does not match.');
        expect(judge(header, `${key}x`, { body: signed })).toBe('The signature does not match.');
      }),
    );
  });

  it('is refused whatever else stands in the header, and never fails otherwise', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constant('t=1,v1='), fc.base64String()), (header) => {
        expect(judge(header)).toEqual(expect.any(String));
      }),
    );
  });

  it('must be there, in its own header', () => {
    const other = form === 'github' ? 'stripe' : 'github';
    const headers = { [other]: signatureOf(other, secret, { body, at: AT }) };

    expect(judge(undefined, secret, headers)).toMatch(/^The header [\w-]+ is missing\.$/);
  });
});

describe('the form of GitHub', () => {
  it('is the one that its documentation shows', () => {
    const github = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';

    expect(signatureOf('github', secret, { body, at: AT })).toBe(github);
    expect(whyNotSigned('github', secret, request({ github }))).toBeNull();
    expect(whyNotSigned('github', secret, request({ github: `${github}, ${github}` }))).toMatch(
      /must be/,
    );
    expect(whyNotSigned('github', secret, request({ github: github.slice(7) }))).toMatch(/must be/);
  });
});

describe('the form of Stripe', () => {
  const header = (at: number): string => signatureOf('stripe', secret, { body, at });
  const judge = (stripe: string): string | null =>
    whyNotSigned('stripe', secret, request({ stripe }));

  it.each([
    { byMs: 0, isRefused: false },
    { byMs: -TOLERANCE_MS, isRefused: false },
    { byMs: TOLERANCE_MS, isRefused: false },
    { byMs: -TOLERANCE_MS - 1000, isRefused: true },
    { byMs: TOLERANCE_MS + 1000, isRefused: true },
  ])('has a time, which may lie five minutes from ours: $byMs ms', ({ byMs, isRefused }) => {
    const why = judge(header(AT + byMs));

    expect(why).toBe(
      isRefused ? 'The time of the signature is off by more than five minutes.' : null,
    );
  });

  it('signs its time as well', () => {
    expect(judge(header(AT).replace(/^t=\d+/, `t=${AT / 1000 + 1}`))).toBe(
      'The signature does not match.',
    );
  });

  it('may hold several signatures and those of other schemes, one of which is enough', () => {
    const [time, ours] = header(AT).split(',');
    const others = `v1=${'0'.repeat(64)}`;

    expect(judge(`${time},${others},${ours}`)).toBeNull();
    expect(judge(`${time}, v0=${'0'.repeat(64)}, ${ours}`)).toBeNull();
    expect(judge(`${time},${others}`)).toBe('The signature does not match.');
    expect(judge(`${time},${ours?.replace('v1', 'v0')}`)).toMatch(/must be/);
    expect(judge(`${ours}`)).toMatch(/must be/);
  });
});
