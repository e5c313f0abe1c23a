import type { LoadIssue } from '../definition.ts';
import type { ManualField } from '../manual/manual-fields.ts';
import type { SourceNode } from '../source/source-node.ts';

/** What holds for one key of a file, and where that comes from. */
export interface Explanation {
  readonly field: ManualField;
  /** As one would ask for it: `fetch.retry_policy.limit`. */
  readonly path: string;
  /** The effective value, as it would be written; null where there is none. */
  readonly value: unknown;
  readonly source: ExplainedSource;
  /** What the file says, with its places; null where it says nothing. */
  readonly node: SourceNode | null;
}

export type ExplainedSource =
  /** Lines and columns are 1-based. `and base.yaml` where both give a part. */
  | { readonly kind: 'file' | 'file and base'; readonly line: number; readonly column: number }
  | { readonly kind: 'base' | 'default' }
  /** What else decides it, in words. */
  | { readonly kind: 'implied'; readonly by: string };

export type ExplainResult =
  | { readonly kind: 'one'; readonly explanation: Explanation }
  /** All keys of a DAG or of a step. */
  | { readonly kind: 'all'; readonly what: string; readonly explanations: readonly Explanation[] }
  /** There is no such step or key. */
  | { readonly kind: 'unknown'; readonly message: string }
  | { readonly kind: 'faulty'; readonly issues: readonly LoadIssue[] };
