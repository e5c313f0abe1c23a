import { EngineError } from '../../contract/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { rootCause } from '../../lib/root-cause.ts';

/** What is wrong with the answer to a login, and not with the provider or with the way to it. */
const wrongAnswers: ReadonlySet<unknown> = new Set([
  // OAuth 2.0, section 5.2: the code is used up, too old, or not of this login.
  'invalid_grant',
  // Codes of openid-client.
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
]);

/** Errors of the provider carry its word in `error`, those of the library theirs in `code`. */
function namesOf(error: unknown): { readonly word: unknown; readonly code: unknown } {
  const { error: word, code } = error as { readonly error?: unknown; readonly code?: unknown };
  return { word, code };
}

function reasonOf(error: unknown): string {
  const { word } = namesOf(error);
  return typeof word === 'string' ? word : wordsOf(error);
}

/** A text that is no JSON is quoted by the error that says so, and could be one with tokens. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error) || !(error.cause instanceof Error)) return rootCause(error);
  return error.cause instanceof SyntaxError ? error.message : wordsOf(error.cause);
}

/**
 * What somebody who logs in is told of a failure at the provider. The log says more, but only words that say what went
 * wrong: answers of a provider can hold tokens.
 */
export function refusalOf(error: unknown, log: Logger): EngineError {
  if (error instanceof EngineError) return error;
  const { word, code } = namesOf(error);
  if (!wrongAnswers.has(word) && !wrongAnswers.has(code)) return unusable(error, log);
  log.warn('The identity provider did not confirm a login', { reason: reasonOf(error) });
  return new EngineError(
    'unauthorized',
    'The identity provider did not confirm this login. Log in again.',
  );
}

/** What somebody is told whom a provider keeps out that cannot be asked, or is not the one of the settings. */
export function unusable(error: unknown, log: Logger): EngineError {
  const reason = reasonOf(error);
  log.error('Cannot use the identity provider', { reason });
  return new EngineError(
    'service_unavailable',
    `Cannot use the identity provider: ${reason}. Check \`auth.builtin.oidc\` in the settings.`,
  );
}
