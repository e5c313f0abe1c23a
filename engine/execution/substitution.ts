import type { Scope } from '../dag/expand.ts';
import { runCommand } from '../platform/run-command.ts';

export interface SubstitutionSetting {
  readonly shell: readonly string[];
  readonly workingDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Ends a command that is waited for. */
  readonly signal?: AbortSignal;
}

/** A command that does not end would hold its run for ever. */
const SUBSTITUTION_MS = 30_000;

/** What commands in backticks print, in this setting. */
export function substituteBy({ env, ...setting }: SubstitutionSetting): Scope['substitute'] {
  return (command, known = new Map()) =>
    runCommand(command, {
      ...setting,
      env: { ...env, ...Object.fromEntries(known) },
      timeoutMs: SUBSTITUTION_MS,
    });
}
