import { createHmac, timingSafeEqual } from 'node:crypto';
import { signatureHeaders, type SignatureField, type SigningForm } from '../contract/webhook.ts';
import { isSameText } from './passwords.ts';

/** The headers in which a request is signed, by their fields. */
export type SignatureFields = Readonly<Partial<Record<SignatureField, string>>>;
type GivenFields = { readonly [F in SignatureField]?: string | undefined };

/** A request to a webhook, as far as its signature goes. */
export interface SignedRequest {
  readonly body: Uint8Array;
  readonly headers: GivenFields;
  /** When it came, in milliseconds since the epoch. */
  readonly at: number;
}

/** A signature that holds for one delivery, since its form signs the time. */
export interface OnceSigned {
  /** The same for the same signature, in whatever notation it was sent. */
  readonly code: string;
  /** Milliseconds since the epoch. */
  readonly signedAt: number;
}

/** Either why a request is not signed with a secret, as a sentence, or that it is: for one delivery, or (null) for any number. */
export type SignatureVerdict = { readonly why: string } | { readonly once: OnceSigned | null };

/** What is to be signed, and when: milliseconds since the epoch. */
type Unsigned = Pick<SignedRequest, 'body' | 'at'>;

interface FormRules {
  /** What senders do. */
  readonly sign: (secret: string, unsigned: Unsigned) => SignatureFields;
  readonly judge: (secret: string, request: SignedRequest) => SignatureVerdict;
}

/** How far the time in a signature may lie from ours, in either direction: older requests may be sent again by others. */
export const TOLERANCE_MS = 300_000;

const forms: Readonly<Record<SigningForm, FormRules>> = {
  github: {
    sign: (secret, { body }) => ({ githubSignature: `sha256=${hexOf(secret, body)}` }),
    judge: (secret, { body, headers }) =>
      judgeBody(secret, body, {
        field: 'githubSignature',
        given: headers.githubSignature,
        pattern: /^sha256=([0-9a-f]{64})$/i,
        notation: '`sha256=` and 64 hex digits',
      }),
  },
  hmac: {
    sign: (secret, { body }) => ({ hmacSignature: `sha256=${hexOf(secret, body)}` }),
    judge: (secret, { body, headers }) =>
      judgeBody(secret, body, {
        field: 'hmacSignature',
        given: headers.hmacSignature ?? headers.plainSignature,
        pattern: /^(?:sha256=)?([0-9a-f]{64}|[0-9a-z+/]{43}=)$/i,
        notation: '64 hex digits or base64, with or without `sha256=`',
      }),
  },
  gitlab: {
    sign: (secret) => ({ gitlabToken: secret }),
    judge: (secret, { headers: { gitlabToken } }) => {
      if (gitlabToken === undefined) return missing('gitlabToken');
      return isSameText(gitlabToken, secret) ? { once: null } : WRONG;
    },
  },
  slack: {
    sign: (secret, { body, at }) => {
      const seconds = secondsOf(at);
      const code = hexOf(secret, `v0:${seconds}:`, body);
      return { slackSignature: `v0=${code}`, slackTimestamp: seconds };
    },
    judge: judgeSlack,
  },
  stripe: {
    sign: (secret, { body, at }) => {
      const seconds = secondsOf(at);
      return { stripeSignature: `t=${seconds},v1=${hexOf(secret, `${seconds}.`, body)}` };
    },
    judge: judgeStripe,
  },
};

/** Whether a request is signed with this secret. */
export function judgeSignature(
  form: SigningForm,
  secret: string,
  request: SignedRequest,
): SignatureVerdict {
  return forms[form].judge(secret, request);
}

/** The headers by which a sender signs a request. */
export function signRequest(
  form: SigningForm,
  secret: string,
  unsigned: Unsigned,
): SignatureFields {
  return forms[form].sign(secret, unsigned);
}

const WRONG = { why: 'The signature does not match.' } as const;

interface BodySignature {
  readonly field: SignatureField;
  readonly given: string | undefined;
  readonly pattern: RegExp;
  readonly notation: string;
}

function judgeBody(
  secret: string,
  body: Uint8Array,
  { field, given: text, pattern, notation }: BodySignature,
): SignatureVerdict {
  if (text === undefined) return missing(field);
  const code = pattern.exec(text)?.[1];
  if (code === undefined) return { why: `The signature must be ${notation}.` };
  const given = code.endsWith('=') ? Buffer.from(code, 'base64').toString('hex') : code;
  return isSame(given, hexOf(secret, body)) ? { once: null } : WRONG;
}

function judgeSlack(secret: string, { body, headers, at }: SignedRequest): SignatureVerdict {
  const { slackSignature, slackTimestamp } = headers;
  if (slackSignature === undefined) return missing('slackSignature');
  if (slackTimestamp === undefined) return missing('slackTimestamp');
  const seconds = /^\d{1,12}$/.exec(slackTimestamp)?.[0];
  const given = /^v0=([0-9a-f]{64})$/i.exec(slackSignature)?.[1];
  if (seconds === undefined || given === undefined) {
    return { why: 'The signature must be `v0=` and 64 hex digits, and its time must be seconds.' };
  }
  const code = hexOf(secret, `v0:${seconds}:`, body);
  return isSame(given, code) ? judgeTime(code, { seconds, at }) : WRONG;
}

// Several `v1` stand there while the sender changes its secret: one of them is enough.
function judgeStripe(secret: string, { body, headers, at }: SignedRequest): SignatureVerdict {
  const { stripeSignature } = headers;
  if (stripeSignature === undefined) return missing('stripeSignature');
  const parts = stripeSignature.split(',').map((part) => part.trim());
  const seconds = parts.map((part) => /^t=(\d{1,12})$/.exec(part)?.[1]).find(isText);
  const given = parts.map((part) => /^v1=([0-9a-f]{64})$/i.exec(part)?.[1]).filter(isText);
  if (seconds === undefined || given.length === 0) {
    return { why: 'The signature must be `t=` and seconds, `v1=` and 64 hex digits.' };
  }
  const code = hexOf(secret, `${seconds}.`, body);
  return given.some((each) => isSame(each, code)) ? judgeTime(code, { seconds, at }) : WRONG;
}

function judgeTime(
  code: string,
  { seconds, at }: { readonly seconds: string; readonly at: number },
): SignatureVerdict {
  const signedAt = Number(seconds) * 1000;
  const isNear = Math.abs(at - signedAt) <= TOLERANCE_MS;
  if (isNear) return { once: { code, signedAt } };
  return { why: 'The time of the signature is off by more than five minutes.' };
}

function missing(field: SignatureField): SignatureVerdict {
  const header = signatureHeaders[field].replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return { why: `The header ${header} is missing.` };
}

function secondsOf(at: number): string {
  return String(Math.floor(at / 1000));
}

function hexOf(secret: string, ...parts: readonly (string | Uint8Array)[]): string {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest('hex');
}

function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(wanted, 'hex'));
}

const isText = (text: string | undefined): text is string => text !== undefined;
