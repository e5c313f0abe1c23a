/** How a run leaves its queue. */
export type QueueExit =
  | { readonly kind: 'begun' }
  /** `why` as a few words, for people. */
  | { readonly kind: 'removed' | 'failed'; readonly why: string }
  /** A newer run of a slot has taken its place. */
  | { readonly kind: 'replaced' };
