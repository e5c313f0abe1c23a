/** An action of GitHub to run, with all values filled in. */
export interface GhaRequest {
  /** A folder, `owner/repository[/path]@ref`, or the URL of one. */
  readonly action: string;
  /** By name, whose case does not matter. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Whether standard output gets the outputs alone, as JSON, and standard error what the action says. */
  readonly outputsOnly: boolean;
  /** Where the container engine is, as the environment of ours says; empty: it is looked for. */
  readonly dockerEnv: Readonly<Record<string, string>>;
}
