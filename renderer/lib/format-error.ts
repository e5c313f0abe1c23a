import { EngineError } from '#contract/errors.ts';

/** What an error says to a person. A client throws `EngineError`; anything else is a mistake of the page. */
export function formatError(error: unknown): string {
  if (error instanceof EngineError) return error.message;
  return error instanceof Error ? error.message : String(error);
}
