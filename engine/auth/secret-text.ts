import { randomBytes } from 'node:crypto';

const BYTES = 32;

/** 32 random bytes. */
export const newSecret = (): Buffer => randomBytes(BYTES);

/** How a secret is written where it is kept. */
export const toText = (secret: Buffer): string => secret.toString('base64url');

/** Null: the text is none of ours. */
export function fromText(text: string): Buffer | null {
  const secret = Buffer.from(text.trim(), 'base64url');
  return secret.length === BYTES ? secret : null;
}
