import type { StepVariable } from '../../contract/run.ts';
import type { StoredPaths } from '../../storage/stored-paths.ts';

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
  /** What a person should know of how the run was asked for; left out where that is nothing. */
  readonly warnings?: readonly string[];
}

/**
 * The variables that the DAG, its files or its run define. Those of the system are read by shells alone, unless an
 * entry of `env` imports them.
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

/** The text that is stored: the paths that the engine put in go with the home. What others wrote is theirs. */
export function packContext(context: RunContext, { toStored }: StoredPaths): string {
  return JSON.stringify(withPaths(context, toStored));
}

/** What a stored text means in this home. */
export function unpackContext(text: string, { toAbsolute }: StoredPaths): RunContext {
  // Written by this program alone.
  return withPaths(JSON.parse(text) as RunContext, toAbsolute);
}

function withPaths(context: RunContext, map: (path: string) => string): RunContext {
  const { env, origins, workingDir, homeFolder } = context;
  const runLog = env[RUN_LOG];
  return {
    ...context,
    env: runLog === undefined ? env : { ...env, [RUN_LOG]: map(runLog) },
    origins: Object.fromEntries(
      Object.entries(origins).map(([name, origin]) => [name, withPath(origin, map)]),
    ),
    workingDir: map(workingDir),
    homeFolder: map(homeFolder),
  };
}

const RUN_LOG = 'DAG_RUN_LOG_FILE';

function withPath(origin: Origin, map: (path: string) => string): Origin {
  return origin.source === 'dotenv' ? { ...origin, from: map(origin.from) } : origin;
}
