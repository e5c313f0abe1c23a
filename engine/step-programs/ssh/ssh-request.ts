import type { SshTarget } from '../../lib/ssh/connect-ssh.ts';

/** What a step runs on another host, with all values filled in. */
export interface SshRequest {
  readonly target: SshTarget;
  /** Run one after another. */
  readonly commands: readonly RemoteCommand[];
  /** Variables of the step that do not stay here, whatever their name. */
  readonly declared: readonly string[];
  readonly stop: {
    readonly signal: string;
    /** How long what gets the signal has until it is killed. */
    readonly graceMs: number;
  };
}

export interface RemoteCommand {
  readonly words: readonly string[];
  /** Variables beside those of the step. */
  readonly env: Readonly<Record<string, string>>;
}
