/** What is asked of the program that speaks to the keychain. */
export type Question =
  | { readonly kind: 'read'; readonly account: string }
  | { readonly kind: 'save'; readonly account: string; readonly text: string }
  | { readonly kind: 'forget'; readonly account: string }
  | { readonly kind: 'find'; readonly accounts: readonly string[] };

/** What it says to each. */
export interface Values {
  /** Null: there is no such entry, or the keychain stays locked. */
  readonly read: string | null;
  readonly save: null;
  /** Whether there was such an entry. */
  readonly forget: boolean;
  /** Those of the accounts that have an entry. */
  readonly find: readonly string[];
}

export type Answer = { readonly value: Values[keyof Values] } | { readonly problem: string };
