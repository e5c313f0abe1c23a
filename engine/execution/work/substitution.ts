import type { Scope } from '../../dag/expand.ts';
import { bindShellReferences } from '../../dag/shell-references.ts';
import { runCommand } from '../../platform/run-command.ts';

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
  return async (command, { variables, ...names }) => {
    const bound = bindShellReferences(command, names);
    return runCommand(bound.command, {
      ...setting,
      env: { ...env, ...Object.fromEntries(variables), ...bound.env },
      timeoutMs: SUBSTITUTION_MS,
      endsAll: true,
    });
  };
}
