import type { NamedText } from '../../lib/redirect.ts';

/** A request with all values filled in, and how its answer is shown. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly NamedText[];
  /** Added to the query that the address has. */
  readonly query: readonly NamedText[];
  /** Empty: none is sent. */
  readonly body: string;
  /** Seconds until the end of the answer; 0: as long as it takes. */
  readonly timeoutSec: number;
  /** Whether the body alone is printed. */
  readonly silent: boolean;
  /** Whether the answer is printed as one JSON object. */
  readonly json: boolean;
  readonly skipVerify: boolean;
}
