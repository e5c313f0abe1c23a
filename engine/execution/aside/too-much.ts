import { EngineError } from '../../contract/errors.ts';
import { SideThreadError } from '../../platform/side-thread.ts';

/** How long the side thread works on one thing. */
export const LIMIT_MS = 2000;
/** What was accepted once may take longer: a run must not end because the machine is slower than it was. */
export const AGAIN_LIMIT_MS = 10_000;
/** How long it works for one request in all: what waits behind it has its turn in between, but the request has to end. */
export const REQUEST_LIMIT_MS = 30_000;

/** Refuses the rest of a request that has taken that long. */
export function tooMuchInAll(): EngineError {
  return new EngineError(
    'rate_limited',
    `This request takes more than ${REQUEST_LIMIT_MS / 1000} seconds to check. Ask for less at a time.`,
  );
}

/**
 * What is said of work that took too much; null for what has another cause than the work itself.
 *
 * @throws EngineError `rate_limited` while too much waits, `service_unavailable` while the engine stops.
 */
export function tooMuch(error: unknown, limitMs = LIMIT_MS): string | null {
  if (!(error instanceof SideThreadError)) return null;
  switch (error.reason) {
    case 'time':
      return `takes more than ${limitMs / 1000} seconds to check. Make it smaller`;
    case 'memory':
      return 'takes too much memory to check. Make it smaller';
    case 'busy':
      throw new EngineError(
        'rate_limited',
        'Too many large texts of yours are checked at the same time. Try again in a moment.',
        { details: { retryAfter: 5 }, cause: error },
      );
    case 'gone':
      throw new EngineError('timeout', 'The caller did not wait for the answer.', { cause: error });
    case 'closed':
      throw new EngineError('service_unavailable', 'The engine is stopping.', { cause: error });
  }
}
