import type { ContinueOn } from './definition.ts';

/** How a node ended that did not succeed. */
export type BadEnd =
  | {
      readonly status: 'failed';
      /** Null: it never had one. */
      readonly exitCode: number | null;
      /** Whether one of `continueOn.output` stands in a line of its standard output. */
      readonly outputMatched: boolean;
    }
  | { readonly status: 'skipped' };

export interface Continuation {
  /** What follows the node goes on as if it had succeeded. */
  readonly continued: boolean;
  /** The node itself counts as succeeded. */
  readonly markSuccess: boolean;
}

/**
 * Whether the end of a node holds up what follows. Any clause that matches a failure lets the rest go on, and only then
 * does `mark_success` mean something. A skip is never marked as a success.
 */
export function continuationOf(continueOn: ContinueOn, end: BadEnd): Continuation {
  if (end.status === 'skipped') return { continued: continueOn.skipped, markSuccess: false };
  const continued =
    continueOn.failure ||
    end.outputMatched ||
    (end.exitCode !== null && continueOn.exitCode.includes(end.exitCode));
  return { continued, markSuccess: continued && continueOn.markSuccess };
}
