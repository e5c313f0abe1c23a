import { declaresName } from '../../dag/declared-names.ts';
import type { Scope } from '../../dag/expand.ts';
import { resolveReference } from '../../dag/references.ts';
import { checkConditions } from '../node/check-conditions.ts';
import { makeFolder } from '../keep/make-folder.ts';
import { definedVariables } from '../state/run-context.ts';
import type { RunServices } from '../state/run-services.ts';
import { substituteBy } from '../work/substitution.ts';

/**
 * Why each precondition of the DAG was not met; empty texts for those that were.
 *
 * @throws Error in words for a person: a folder that cannot be made.
 */
async function checkDagConditions(
  run: RunServices,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { dag, context } = run.state;
  const { mask, unseal } = run.vault();
  const workingDir = unseal(context.workingDir);
  makeFolder(workingDir, 'working_dir');
  const variables = dagVariables(run, definedVariables(context));
  const env = Object.fromEntries(dagVariables(run, context.env));
  const expansion: Scope = {
    lookup: (expression) => resolveReference(expression, { variables, steps: new Map() }),
    declares: (name) => variables.has(name) || declaresName(dag, name),
    substitute: substituteBy({ shell: run.defaultShell, workingDir, env, signal }),
  };
  const setting = { expansion, workingDir, env, shell: run.defaultShell, signal, mask };
  return checkConditions(dag.preconditions, setting);
}

/** What is known before the first step: an environment, secrets, parameters. */
function dagVariables(
  run: RunServices,
  env: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const { params } = run.state.context;
  const vault = run.vault();
  return new Map([
    ...Object.entries(env).map(([name, value]) => [name, vault.unseal(value)] as const),
    ...vault.values,
    ...params.map(([name, value]) => [name, vault.unseal(value)] as const),
  ]);
}

/** What came of asking: why each precondition was not met, or why they could not be asked. */
export type DagCheckEnd =
  | { readonly kind: 'asked'; readonly errors: readonly string[] }
  | { readonly kind: 'failed'; readonly problem: string };

/** Asks the preconditions of a DAG once. */
export class DagCheck {
  readonly #abort = new AbortController();
  #isUnderWay = false;

  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  async ask(run: RunServices, ended: (end: DagCheckEnd) => void): Promise<void> {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    let end: DagCheckEnd;
    try {
      const errors = await checkDagConditions(run, this.#abort.signal);
      end = { kind: 'asked', errors: errors.map(run.vault().mask) };
    } catch (error) {
      const problem = `cannot evaluate a precondition: ${(error as Error).message}`;
      end = { kind: 'failed', problem };
    }
    this.#isUnderWay = false;
    ended(end);
  }

  /** Ends the command that is being asked. */
  abort(): void {
    this.#abort.abort();
  }
}
