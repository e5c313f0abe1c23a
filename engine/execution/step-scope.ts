import type { Dag } from '../dag/definition.ts';
import { expandText, type Scope } from '../dag/expand.ts';
import { ancestorsOf, type Plan } from '../dag/plan.ts';
import { resolveReference, type StepFacts } from '../dag/references.ts';
import type { NodeRecord, OutputRecord } from '../storage/nodes.ts';
import type { RunContext } from './run-context.ts';

/** What a run knows when one of its steps begins. */
export interface RunFacts {
  readonly dag: Dag;
  readonly plan: Plan;
  readonly context: RunContext;
  readonly nodes: readonly NodeRecord[];
  readonly outputs: readonly OutputRecord[];
}

export interface StepScope {
  /** Everything that the process gets, but for the variables that name the step. */
  readonly variables: ReadonlyMap<string, string>;
  readonly resolve: (expression: string) => string | undefined;
}

/**
 * The variables of a step (decisions 17): its own `env`, over parameters, over the outputs of the steps before it, over
 * the environment of the DAG.
 */
export async function stepScope(
  facts: RunFacts,
  position: number,
  options: {
    readonly ownEnvironment: NodeJS.ProcessEnv;
    readonly substitute: Scope['substitute'];
  },
): Promise<StepScope> {
  const variables = new Map(Object.entries(facts.context.env));
  for (const { name, value } of visibleOutputs(facts, position)) variables.set(name, value);
  for (const [name, value] of facts.context.params) variables.set(name, value);
  const steps = stepFacts(facts);
  const resolve = (expression: string): string | undefined =>
    resolveReference(expression, { variables, steps });
  const imported = (expression: string): string | undefined =>
    resolve(expression) ?? options.ownEnvironment[expression];
  for (const { name, value } of facts.dag.steps[position]?.env ?? []) {
    variables.set(
      name,
      await expandText(value, { lookup: imported, substitute: options.substitute }),
    );
  }
  return { variables, resolve };
}

function visibleOutputs(facts: RunFacts, position: number): readonly OutputRecord[] {
  if (facts.outputs.length === 0) return [];
  const before = ancestorsOf(facts.plan, position);
  return facts.outputs.filter((output) => before.has(output.position));
}

function stepFacts({ dag, nodes }: RunFacts): ReadonlyMap<string, StepFacts> {
  const steps = new Map<string, StepFacts>();
  dag.steps.forEach(({ id }, position) => {
    const node = nodes[position];
    if (id === null || node === undefined) return;
    steps.set(id, { exitCode: node.exitCode, stdout: node.stdout, stderr: node.stderr });
  });
  return steps;
}
