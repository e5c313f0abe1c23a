import { conditionErrors, errorOf, judgeAll, type Verdict } from '../../dag/conditions.ts';
import { declaresName } from '../../dag/declared-names.ts';
import type { Scope } from '../../dag/expand.ts';
import { resolveReference } from '../../dag/references.ts';
import { checkConditions } from '../node/check-conditions.ts';
import { makeFolder } from '../keep/make-folder.ts';
import { definedVariables } from '../state/run-context.ts';
import type { RunServices } from '../state/run-services.ts';
import { substituteBy } from '../work/substitution.ts';

/**
 * What each precondition of the DAG comes to.
 *
 * @throws Error in words for a person: a folder that cannot be made.
 */
async function checkDagConditions(
  run: RunServices,
  signal: AbortSignal,
): Promise<readonly Verdict[]> {
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

/** What came of asking. `errors`: why each precondition was not met, as far as they were asked; masked. */
export type DagCheckEnd =
  | { readonly kind: 'met' }
  | { readonly kind: 'unmet'; readonly errors: readonly string[] }
  | { readonly kind: 'failed'; readonly problem: string; readonly errors: readonly string[] };

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
      const verdicts = await checkDagConditions(run, this.#abort.signal);
      end = checkEnd(verdicts, run.vault().mask);
    } catch (error) {
      const problem = `a precondition cannot be evaluated: ${(error as Error).message}`;
      end = { kind: 'failed', problem, errors: [] };
    }
    this.#isUnderWay = false;
    ended(end);
  }

  /** Ends the command that is being asked. */
  abort(): void {
    this.#abort.abort();
  }
}

function checkEnd(verdicts: readonly Verdict[], mask: (text: string) => string): DagCheckEnd {
  const all = judgeAll(verdicts);
  const errors = conditionErrors(verdicts).map(mask);
  if (all.kind === 'broken') return { kind: 'failed', problem: errorOf(all), errors };
  return all.kind === 'met' ? all : { kind: 'unmet', errors };
}
