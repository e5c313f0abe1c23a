import { timingSafeEqual } from 'node:crypto';
import { digestOf, hashSecret, inLine, matches, TOKEN_COST } from '../auth/passwords.ts';
import { randomText, WEBHOOK_TOKEN_START } from '../auth/token-texts.ts';
import type { RecentCache } from '../lib/recent-cache.ts';
import type { Database } from '../storage/database.ts';
import { deleteWebhook, type WebhookRow } from '../storage/webhooks.ts';

/** The token of a webhook that was verified not long ago, so that bcrypt need not look at it again. */
export interface VerifiedToken {
  /** SHA-256 of the token. */
  readonly digest: Buffer;
  /** Hash against which it was verified: with a new token of the webhook, this one counts no more. */
  readonly tokenHash: string;
}

/** By the id of the webhook. */
export type WebhookTokens = RecentCache<VerifiedToken>;

const PREFIX_LENGTH = 12;

/** A new token with what is stored of it. */
export async function newWebhookToken(): Promise<
  { readonly token: string } & Pick<WebhookRow, 'tokenPrefix' | 'tokenHash'>
> {
  const token = `${WEBHOOK_TOKEN_START}${randomText()}`;
  const tokenHash = await hashSecret(token, TOKEN_COST);
  return { token, tokenPrefix: prefixOf(token), tokenHash };
}

/** Whether a text is the token of a webhook. Throws `rate_limited` when too many wait for an answer. */
export async function isTokenOf(
  tokens: WebhookTokens,
  { id, tokenPrefix, tokenHash }: WebhookRow,
  token: string,
): Promise<boolean> {
  // The prefix is no secret; it spares bcrypt what is sent by those who guess.
  if (prefixOf(token) !== tokenPrefix) return false;
  const digest = digestOf(token);
  const known = tokens.get(id);
  if (known?.tokenHash === tokenHash && timingSafeEqual(known.digest, digest)) return true;
  if (!(await inLine(`webhook ${id}`, () => matches(token, tokenHash)))) return false;
  tokens.set(id, { digest, tokenHash });
  return true;
}

/** Deletes the webhook of a DAG, if it has one, within a transaction; its token is refused from then on. */
export function dropWebhook(tokens: WebhookTokens, db: Database, fileName: string): boolean {
  const id = deleteWebhook(db, fileName);
  if (id !== undefined) tokens.delete(id);
  return id !== undefined;
}

function prefixOf(token: string): string {
  return token.slice(0, PREFIX_LENGTH);
}
