import type { MergeState } from './merge-store.ts';
import { texts } from './texts.ts';

/** Why a merge cannot be saved; undefined: it can. */
export function whyBlocked(
  { left, diagnostics }: Pick<MergeState, 'left' | 'diagnostics'>,
  { isReadOnly, refusal }: { readonly isReadOnly: boolean; readonly refusal: string | undefined },
): string | undefined {
  if (refusal !== undefined) return refusal;
  if (isReadOnly) return texts.blocked.readOnly;
  if (left > 0) return texts.blocked.conflicts(left);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return errors > 0 ? texts.blocked.errors(errors) : undefined;
}
