import type { StepVariable } from '../contract/run.ts';

/** What was resolved when a run began, frozen in the store: it must not be resolved again, whatever has changed. */
export interface RunContext {
  /** Environment of the DAG and its dotenv files over the allowed part of the engine's own. */
  readonly env: Readonly<Record<string, string>>;
  /** Where the entries of `env` come from that are not the engine's own. */
  readonly origins: Readonly<Record<string, Origin>>;
  /** In the order of the definition. */
  readonly params: readonly (readonly [name: string, value: string])[];
  /** `$1`, `$2`, … of shells. */
  readonly positional: readonly string[];
  /** Absolute. */
  readonly workingDir: string;
  /** Absolute folder that relative paths started from: that of the file, a given or a private one. */
  readonly homeFolder: string;
}

/**
 * The variables that the DAG, its files or its run define. Those of the system are read by shells alone, unless an
 * entry of `env` imports them (specification "Variables").
 */
export function definedVariables({
  env,
  origins,
}: Pick<RunContext, 'env' | 'origins'>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => Object.hasOwn(origins, name)));
}

export interface Origin {
  readonly source: StepVariable['source'];
  /** Like `from` of a step's variable. */
  readonly from: string;
}
