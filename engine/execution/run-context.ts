/** What was resolved when a run began, frozen in the store: it must not be resolved again, whatever has changed. */
export interface RunContext {
  /** Environment of the DAG over the allowed part of the engine's own. */
  readonly env: Readonly<Record<string, string>>;
  /** In the order of the definition. */
  readonly params: readonly (readonly [name: string, value: string])[];
  /** `$1`, `$2`, … of shells. */
  readonly positional: readonly string[];
  /** Absolute. */
  readonly workingDir: string;
}
