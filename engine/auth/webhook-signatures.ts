import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignatureForm } from '../contract/webhook.ts';

/** A request to a webhook, as far as its signature goes. */
export interface SignedRequest {
  readonly body: Uint8Array;
  /** `X-Hub-Signature-256` */
  readonly github: string | undefined;
  /** `Stripe-Signature` */
  readonly stripe: string | undefined;
  /** When it came, in milliseconds since the epoch. */
  readonly at: number;
}

type Form = Exclude<SignatureForm, 'none'>;

/** How far the time in a signature may lie from ours, in either direction: older requests may be sent again by others. */
export const TOLERANCE_MS = 300_000;

/** Headers in which the forms travel. */
const signatureHeaders = {
  github: 'X-Hub-Signature-256',
  stripe: 'Stripe-Signature',
} as const satisfies Record<Form, string>;

/** Why a request is not signed with this secret, as a sentence; null when it is. */
export function whyNotSigned(form: Form, secret: string, request: SignedRequest): string | null {
  const header = request[form];
  if (header === undefined) return `The header ${signatureHeaders[form]} is missing.`;
  return form === 'github'
    ? whyNotGithub(header, secret, request)
    : whyNotStripe(header, secret, request);
}

/** The value of the header for a body; what senders do. `at`: milliseconds since the epoch. */
export function signatureOf(
  form: Form,
  secret: string,
  { body, at }: { readonly body: Uint8Array; readonly at: number },
): string {
  if (form === 'github') return `sha256=${hmac(secret, body).toString('hex')}`;
  const seconds = String(Math.floor(at / 1000));
  return `t=${seconds},v1=${stripeHmac(secret, seconds, body).toString('hex')}`;
}

const WRONG = 'The signature does not match.';

function whyNotGithub(header: string, secret: string, { body }: SignedRequest): string | null {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(header)?.[1];
  if (given === undefined) return 'The signature must be `sha256=` and 64 hex digits.';
  return isSame(given, hmac(secret, body)) ? null : WRONG;
}

// Several `v1` stand there while the sender changes its secret: one of them is enough.
function whyNotStripe(header: string, secret: string, { body, at }: SignedRequest): string | null {
  const parts = header.split(',').map((part) => part.trim());
  const seconds = parts.map((part) => /^t=(\d{1,12})$/.exec(part)?.[1]).find(isText);
  const given = parts.map((part) => /^v1=([0-9a-f]{64})$/i.exec(part)?.[1]).filter(isText);
  if (seconds === undefined || given.length === 0) {
    return 'The signature must be `t=` and seconds, `v1=` and 64 hex digits.';
  }
  const wanted = stripeHmac(secret, seconds, body);
  if (!given.some((each) => isSame(each, wanted))) return WRONG;
  const isNear = Math.abs(at - Number(seconds) * 1000) <= TOLERANCE_MS;
  return isNear ? null : 'The time of the signature is off by more than five minutes.';
}

function stripeHmac(secret: string, seconds: string, body: Uint8Array): Buffer {
  return hmac(secret, Buffer.concat([Buffer.from(`${seconds}.`), body]));
}

function hmac(secret: string, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(body).digest();
}

function isSame(hex: string, wanted: Buffer): boolean {
  return timingSafeEqual(Buffer.from(hex, 'hex'), wanted);
}

const isText = (text: string | undefined): text is string => text !== undefined;
