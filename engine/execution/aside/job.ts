import type { DryRun } from '../../contract/dag.ts';
import type { WireError } from '../../contract/errors.ts';
import type { LoadResult } from '../../dag/definition.ts';
import type { LintOptions } from '../../dag/lint/lint-documents.ts';
import type { DryRunOptions } from '../prepare/dry-run.ts';

/** How a text is read. */
export interface ReadOptions {
  /** What a first document without `name` is called. */
  readonly name: string;
  readonly asCalled?: boolean;
  readonly lint?: LintOptions;
}

/** A text that is to be read, with all that decides about its meaning. */
export interface LoadJob extends ReadOptions {
  readonly text: string;
  /** Text of base.yaml; null where there is none. */
  readonly base: string | null;
}

/** What the side thread is asked: nothing but data goes there. */
export type Job =
  | { readonly kind: 'load'; readonly job: LoadJob }
  | { readonly kind: 'dryRun'; readonly job: DryRunJob };

/** Without the function that knows names, which cannot go there. */
export interface DryRunJob {
  readonly options: Omit<DryRunOptions, 'knows'>;
  readonly known: ReadonlySet<string>;
}

/** What came of it. */
export type Answer =
  | { readonly kind: 'done'; readonly value: LoadResult | DryRun }
  | { readonly kind: 'refused'; readonly error: WireError }
  | { readonly kind: 'failed'; readonly error: Error };
