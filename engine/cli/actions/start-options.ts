import type { GlobalOptions } from '../cli.ts';
import type { Format } from '../commands/options.ts';

export interface StartRequest {
  readonly dag: string;
  readonly params: readonly string[];
  readonly options: StartOptions;
}

export interface StartOptions extends GlobalOptions {
  readonly params?: readonly string[];
  readonly runId?: string;
  readonly name?: string;
  readonly fromRunId?: string;
  readonly defaultWorkingDir?: string;
  readonly singleton?: boolean;
  readonly at?: string;
  readonly follow: boolean;
  readonly format: Format;
}
