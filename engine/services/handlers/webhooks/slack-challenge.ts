import { isForm } from '../../../contract/form-type.ts';
import { isJsonObject, parseJson } from '../../../dag/json-text.ts';
import type { KnownSender, WebhookRequest } from './check-sender.ts';

/**
 * The text that Slack wants back before it sends events to an address; null for any other request. That is no event: nothing is
 * to run.
 */
export function challengeIn(
  { body, input }: WebhookRequest,
  { webhook }: KnownSender,
): string | null {
  if (webhook.signature !== 'slack' || isForm(input.contentType)) return null;
  // Events are many and large, and this comes once.
  if (!body.includes('url_verification')) return null;
  const value = parseJson(body.toString());
  if (!isJsonObject(value) || Array.isArray(value)) return null;
  const { type, challenge } = value as Readonly<Record<string, unknown>>;
  return type === 'url_verification' && typeof challenge === 'string' ? challenge : null;
}
