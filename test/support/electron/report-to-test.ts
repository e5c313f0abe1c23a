/** What the app's process tells the test that started it. */
export type Report =
  | { readonly kind: 'browser'; readonly endpoint: string }
  | { readonly kind: 'evaluated'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'threw'; readonly id: number; readonly message: string };

/** A function of the test, as text, to be called with `electron` and an argument. */
export interface Evaluate {
  readonly id: number;
  readonly source: string;
  readonly argument: unknown;
}

export function reportToTest(report: Report): void {
  process.send?.(report);
}
