import type { StepVariable } from '../contract/run.ts';
import { expandText, type Scope } from '../dag/expand.ts';
import { ancestorsOf } from '../dag/plan.ts';
import { resolveReference, type StepFacts } from '../dag/references.ts';
import { runSteps, stepAt } from '../dag/run-steps.ts';
import type { OutputRecord } from '../storage/nodes.ts';
import type { RunState } from './run-state.ts';
import type { Vault } from './vault.ts';

/** What a run knows when one of its steps begins. */
export interface ScopeFacts {
  readonly state: Pick<RunState, 'dag' | 'plan' | 'context' | 'nodes' | 'outputs'>;
  readonly vault: Vault;
  /** Variables that only some steps have, such as those of handlers. */
  readonly extra: Readonly<Record<string, string>>;
}

export interface StepScope {
  /** Everything that the process gets, but for the variables that name the step. */
  readonly variables: ReadonlyMap<string, string>;
  readonly resolve: (expression: string) => string | undefined;
}

export interface ScopeOptions {
  readonly ownEnvironment: NodeJS.ProcessEnv;
  readonly substitute: Scope['substitute'];
  /** Told of every variable in the order of precedence, weakest first. */
  readonly set?: (variable: StepVariable) => void;
}

/**
 * The variables of a step (decisions 17): its own `env`, over parameters, over the outputs of the steps before it, over
 * secrets and dotenv, over the environment of the DAG.
 */
export async function stepScope(
  facts: ScopeFacts,
  position: number,
  options: ScopeOptions,
): Promise<StepScope> {
  const variables = new Map<string, string>();
  const set = (variable: StepVariable): void => {
    variables.set(variable.name, variable.value);
    options.set?.(variable);
  };
  for (const variable of inherited(facts, position)) set(variable);
  const steps = stepFacts(facts.state);
  const resolve = (expression: string): string | undefined =>
    resolveReference(expression, { variables, steps });
  const imported = (expression: string): string | undefined =>
    resolve(expression) ?? options.ownEnvironment[expression];
  for (const { name, value } of stepAt(facts.state.dag, position).env) {
    const expanded = await expandText(value, { lookup: imported, substitute: options.substitute });
    set({ name, value: expanded, source: 'step', from: '' });
  }
  return { variables, resolve };
}

/** All but the step's own `env`, weakest first. Secrets in stored values are filled in again. */
function* inherited({ state, vault, extra }: ScopeFacts, position: number): Iterable<StepVariable> {
  const { env, origins, params } = state.context;
  for (const [name, value] of Object.entries(env)) {
    const { source, from } = origins[name] ?? { source: 'system', from: '' };
    yield { name, value: vault.unseal(value), source, from };
  }
  for (const [name, value] of vault.values) yield { name, value, source: 'secret', from: '' };
  for (const { name, value, position: at } of visibleOutputs(state, position)) {
    const from = stepAt(state.dag, at).name;
    yield { name, value: vault.unseal(value), source: 'output', from };
  }
  for (const [name, value] of params) {
    yield { name, value: vault.unseal(value), source: 'param', from: '' };
  }
  for (const [name, value] of Object.entries(extra)) yield { name, value, source: 'run', from: '' };
}

/** Outputs of the steps before it and, once it has run, its own. Handlers see those of every step. */
function visibleOutputs(
  { dag, plan, outputs }: ScopeFacts['state'],
  position: number,
): readonly OutputRecord[] {
  if (outputs.length === 0) return [];
  const inOrder = outputs.toSorted((one, other) => one.position - other.position);
  if (position >= dag.steps.length) return inOrder;
  const before = ancestorsOf(plan, position);
  return inOrder.filter((output) => before.has(output.position) || output.position === position);
}

function stepFacts({ dag, nodes }: ScopeFacts['state']): ReadonlyMap<string, StepFacts> {
  const steps = new Map<string, StepFacts>();
  runSteps(dag).forEach(({ id }, position) => {
    const node = nodes[position];
    if (id === null || node === undefined) return;
    steps.set(id, { exitCode: node.exitCode, stdout: node.stdout, stderr: node.stderr });
  });
  return steps;
}
