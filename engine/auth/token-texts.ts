import { randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';

/** What API keys begin with. */
export const API_KEY_START = 'svc_';
/** What the tokens of webhooks begin with, and nothing else: the other letters of a key are Base58, which has no `_`. */
export const WEBHOOK_TOKEN_START = 'svc_wh_';

const RANDOM_BYTES = 32;

/** 256 random bits in letters and digits that cannot be mistaken for each other. */
export function randomText(): string {
  return base58.encode(randomBytes(RANDOM_BYTES));
}
