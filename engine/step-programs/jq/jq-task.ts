/** An expression and its input, with all values filled in. */
export interface JqTask {
  readonly expression: string;
  /** JSON values, one after another: 1 MiB at most, as any value of a step. */
  readonly input: string;
  /** Whether texts are printed bare, and all else on one line. */
  readonly raw: boolean;
  /** Variables of the expression, each with its value as JSON. */
  readonly args?: Readonly<Record<string, string>>;
  /** An installed jq: a path or a name. Empty means the built-in one. */
  readonly program: string;
}
