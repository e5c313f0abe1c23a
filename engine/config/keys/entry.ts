import type { z } from 'zod';

/** One key of config.yaml: how it is called elsewhere, what it takes, and what it is for. */
export interface ConfigKeyEntry {
  readonly env: string;
  /** Option of `dagwright server`, for keys that have one of their own; `--set KEY=VALUE` takes every key. */
  readonly flag?: string;
  /** Its `description` says in a few words what can be written. */
  readonly schema: () => z.ZodType;
  /** What holds when nothing is set. Null: what `description` says of an empty one. */
  readonly defaultValue: unknown;
  /** The default as one would write it, where that is not the value itself. */
  readonly defaultText?: string;
  readonly description: string;
  /** `whole`: the value is never shown. `parts`: it holds passwords or tokens, which are not. */
  readonly secret?: 'whole' | 'parts';
  /** A file or folder: relative to config.yaml, or to where the program runs when a variable or flag says it. */
  readonly isPath?: true;
  /** The value with its paths made absolute, where it is no path but holds some. */
  readonly withPaths?: (value: never, absolute: (path: string) => string) => unknown;
  /** Followed while the engine runs: what is written into config.yaml holds without a restart. */
  readonly isLive?: true;
}

export type ConfigKeyTable = Readonly<Record<string, ConfigKeyEntry>>;
