import type { Scope } from '../../dag/expand.ts';
import { newAllowance } from '../../dag/expanded-text.ts';
import { definedVariables, type RunContext } from '../state/run-context.ts';
import type { Vault } from '../state/vault.ts';
import { substituteBy } from '../work/substitution.ts';
import { runNames, type ScopeFacts } from './step-scope.ts';

export interface EndedScopeOptions {
  readonly defaultShell: readonly string[];
  /** Ends the commands that are waited for. */
  readonly signal: AbortSignal;
}

/** What references and commands mean in fields of a DAG that are of use when its run has ended. */
export function endedScope(
  { state, vault }: Pick<ScopeFacts, 'state' | 'vault'>,
  { defaultShell: shell, signal }: EndedScopeOptions,
): Scope {
  const names = runNames({ state, vault, extra: {} });
  const defined = Object.entries(definedVariables(state.context));
  const own = Object.fromEntries(defined.map(([name, value]) => [name, vault.unseal(value)]));
  const workingDir = vault.unseal(state.context.workingDir);
  const env = { ...own, ...Object.fromEntries(vault.values) };
  const substitute = substituteBy({ shell, workingDir, env, signal });
  return { ...names, substitute, allowance: newAllowance() };
}

/** The variable by which a DAG names certificates to trust, for a program of ours. */
export function trustedBy(context: RunContext, vault: Vault): Readonly<Record<string, string>> {
  const { NODE_EXTRA_CA_CERTS: trusted } = definedVariables(context);
  return trusted === undefined ? {} : { NODE_EXTRA_CA_CERTS: vault.unseal(trusted) };
}
