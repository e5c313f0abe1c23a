import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgeSignature,
  signRequest,
  TOLERANCE_MS,
  type SignatureFields,
  type SignedRequest,
} from '../../../engine/auth/webhook-signatures.ts';
import { signatureForms, type SigningForm } from '../../../engine/contract/webhook.ts';

const AT = 1_767_225_600_000;
const secret = "It's a Secret to Everybody";
const body = Buffer.from('Hello, World!');
const forms = signatureForms.filter((form): form is SigningForm => form !== 'none');
/** Those whose headers speak of the body. */
const ofBody = forms.filter((form) => form !== 'gitlab');
const ofTime = ['slack', 'stripe'] as const;

const bytes = fc.uint8Array({ maxLength: 200 });
const secrets = fc.string({ minLength: 1 });

interface Judged extends Partial<SignedRequest> {
  readonly key?: string;
}

/** Why a request is refused; null: it is not. */
function whyNot(
  form: SigningForm,
  headers: SignatureFields,
  { key = secret, ...fields }: Judged = {},
): string | null {
  const verdict = judgeSignature(form, key, { body, at: AT, headers, ...fields });
  return 'why' in verdict ? verdict.why : null;
}

describe.each(forms)('a signature as %s makes it', (form) => {
  it('is accepted for the body that was signed, with the same secret', () => {
    fc.assert(
      fc.property(bytes, secrets, (signed, key) => {
        const headers = signRequest(form, key, { body: signed, at: AT });

        expect(whyNot(form, headers, { key, body: signed })).toBeNull();
      }),
    );
  });

  it('is refused for another secret', () => {
    fc.assert(
      fc.property(bytes, secrets, (signed, key) => {
        const headers = signRequest(form, key, { body: signed, at: AT });

        const why = whyNot(form, headers, { key: `${key}x`, body: signed });
        expect(why).toBe('The signature does not match.');
      }),
    );
  });

  it('is refused whatever else stands in the headers, and never fails otherwise', () => {
    const fields = Object.keys(signRequest(form, secret, { body, at: AT }));
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('t=1,v1=', 'v0=', 'sha256='),
      fc.base64String(),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 2 }), (texts) => {
        const headers = Object.fromEntries(fields.map((field, at) => [field, texts[at]]));

        expect(whyNot(form, headers)).toEqual(expect.any(String));
      }),
    );
  });

  it('must be there, in its own headers', () => {
    const own = signRequest(form, secret, { body, at: AT });
    const others = forms.filter((other) => other !== form);
    const strange = Object.assign(
      {},
      ...others.map((other) => signRequest(other, secret, { body, at: AT })),
    );

    for (const field of Object.keys(own)) {
      expect(whyNot(form, { ...strange, ...own, [field]: undefined })).toMatch(
        /^The header [\w-]+ is missing\.$/,
      );
    }
  });
});

it.each(ofBody)('a signature as %s makes it is refused for another body', (form) => {
  fc.assert(
    fc.property(bytes, bytes, (signed, sent) => {
      fc.pre(!Buffer.from(signed).equals(Buffer.from(sent)));
      const headers = signRequest(form, secret, { body: signed, at: AT });

      expect(whyNot(form, headers, { body: sent })).toBe('The signature does not match.');
    }),
  );
});

describe('the form of GitHub', () => {
  it('is the one that its documentation shows', () => {
    const githubSignature =
      'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';

    expect(signRequest('github', secret, { body, at: AT })).toEqual({ githubSignature });
    expect(whyNot('github', { githubSignature })).toBeNull();
    for (const other of [`${githubSignature}, ${githubSignature}`, githubSignature.slice(7)]) {
      expect(whyNot('github', { githubSignature: other })).toMatch(/must be/);
    }
  });
});

describe('the form of GitLab', () => {
  it('is the secret itself', () => {
    expect(signRequest('gitlab', secret, { body, at: AT })).toEqual({ gitlabToken: secret });
    for (const wrong of ['', secret.slice(1), secret.toUpperCase(), `${secret} `]) {
      expect(whyNot('gitlab', { gitlabToken: wrong })).toBe('The signature does not match.');
    }
  });
});

describe('the plain form', () => {
  it('is the HMAC in hex digits, with or without its name, in one of two headers', () => {
    const hex = createHmac('sha256', secret).update(body).digest('hex');

    for (const value of [hex, `sha256=${hex}`, hex.toUpperCase()]) {
      expect(whyNot('hmac', { hmacSignature: value })).toBeNull();
      expect(whyNot('hmac', { plainSignature: value })).toBeNull();
    }
    expect(whyNot('hmac', { hmacSignature: `sha1=${hex}` })).toMatch(/must be/);
  });
});

describe('the form of Slack', () => {
  const at = 1_531_420_618_000;
  const command = Buffer.from(
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar' +
      '&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com' +
      '%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d1' +
      '0d2c447fce8b6703c',
  );
  const key = '8f742231b10e8888abcd99yyyzzz85a5';
  const headers = {
    slackSignature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    slackTimestamp: '1531420618',
  };

  it('is the one that its documentation shows', () => {
    expect(signRequest('slack', key, { body: command, at })).toEqual(headers);
    expect(whyNot('slack', headers, { key, body: command, at })).toBeNull();
    expect(
      whyNot('slack', { ...headers, slackTimestamp: '1531420619' }, { key, body: command, at }),
    ).toBe('The signature does not match.');
    expect(
      whyNot('slack', { ...headers, slackTimestamp: 'now' }, { key, body: command, at }),
    ).toMatch(/must be/);
  });
});

describe('the form of Stripe', () => {
  const header = (at: number): string =>
    signRequest('stripe', secret, { body, at }).stripeSignature ?? '';
  const judge = (stripeSignature: string): string | null => whyNot('stripe', { stripeSignature });

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

  it('is the same use in whatever notation it comes', () => {
    const codeOf = (stripeSignature: string): unknown =>
      judgeSignature('stripe', secret, { body, at: AT, headers: { stripeSignature } });
    const [time = '', ours = ''] = header(AT).split(',');
    const other = `v1=${ours.slice(3).toUpperCase()} , v1=${'0'.repeat(64)},${time}`;

    expect(codeOf(other)).toEqual(codeOf(header(AT)));
    expect(codeOf(other)).toEqual({ once: { code: ours.slice(3), signedAt: AT } });
  });
});

describe.each(ofTime)('the time in a signature of %s', (form) => {
  it.each([
    { byMs: 0, isRefused: false },
    { byMs: -TOLERANCE_MS, isRefused: false },
    { byMs: TOLERANCE_MS, isRefused: false },
    { byMs: -TOLERANCE_MS - 1000, isRefused: true },
    { byMs: TOLERANCE_MS + 1000, isRefused: true },
  ])('may lie five minutes from ours: $byMs ms', ({ byMs, isRefused }) => {
    const why = whyNot(form, signRequest(form, secret, { body, at: AT + byMs }));

    expect(why).toBe(
      isRefused ? 'The time of the signature is off by more than five minutes.' : null,
    );
  });
});

it.each(forms.filter((form) => !ofTime.some((other) => other === form)))(
  'a signature of %s, which has no time, holds for any number of deliveries',
  (form) => {
    const headers = signRequest(form, secret, { body, at: AT });

    expect(judgeSignature(form, secret, { body, at: AT, headers })).toEqual({ once: null });
  },
);
