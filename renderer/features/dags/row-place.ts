/** Where a virtual row stands. */
export interface RowPlace {
  readonly index: number;
  readonly start: number;
  /** The keyboard is on this row. */
  readonly isCursor: boolean;
}
