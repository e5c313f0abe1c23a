import type { StepVariable } from '../../contract/run.ts';
import { declaresName } from '../../dag/declared-names.ts';
import { expandReferences, expandText, type Scope } from '../../dag/expand.ts';
import { ExpansionError, newAllowance } from '../../dag/expanded-text.ts';
import { ancestorsOf } from '../../dag/plan.ts';
import { isProtectedName } from '../../dag/protected-names.ts';
import { nameOf } from '../../dag/reference-syntax.ts';
import { resolveReference, type Names, type StepFacts } from '../../dag/references.ts';
import { runSteps, stepAt } from '../../dag/run-steps.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import { stepTypeOf } from '../../steps/registry.ts';
import type { OutputRecord } from '../../storage/nodes.ts';
import type { RunState } from '../state/run-state.ts';
import type { Vault } from '../state/vault.ts';
import type { StepScope } from '../work/prepared-step.ts';

/** What a run knows when one of its steps begins. */
export interface ScopeFacts {
  readonly state: Pick<RunState, 'dag' | 'plan' | 'context' | 'nodes' | 'outputs'>;
  readonly vault: Vault;
  /** Variables that only some steps have, such as those of handlers. */
  readonly extra: Readonly<Record<string, string>>;
}

export interface ScopeOptions {
  readonly ownEnvironment: NodeJS.ProcessEnv;
  readonly substitute: Scope['substitute'];
  /** Told of every variable in the order of precedence, weakest first. */
  readonly set?: (variable: StepVariable) => void;
}

/**
 * The variables of a step: its own `env`, over what approvals before it have set, over parameters, over the outputs of the
 * steps before it, over secrets and dotenv, over the environment of the DAG.
 */
export async function stepScope(
  facts: ScopeFacts,
  position: number,
  { ownEnvironment, substitute, set: told }: ScopeOptions,
): Promise<StepScope> {
  const { variables, names, set } = inheritedScope(facts, position, told);
  const imported = importable(variables, ownEnvironment);
  // Commands know what references do: all that was set up to here.
  const expansion: Scope = {
    lookup: (expression) => names.lookup(expression) ?? imported(expression),
    declares: names.declares,
    substitute: (command, known) => substitute(command, { ...known, variables }),
    allowance: newAllowance(),
  };
  for (const [index, { name, value }] of stepAt(facts.state.dag, position).env.entries()) {
    if (index % MAX_AT_ONCE === MAX_AT_ONCE - 1) await nextTurn();
    const expanded = await naming(name, () => expandText(value, expansion));
    set({ name, value: expanded, source: 'step', from: '' });
  }
  return { variables, names };
}

/** The same after its end, as far as no command in backticks has to be run again for it. */
export function namesAfter(
  facts: ScopeFacts,
  position: number,
  { ownEnvironment }: Pick<ScopeOptions, 'ownEnvironment'>,
): Names {
  const { variables, names, set } = inheritedScope(facts, position);
  const imported = importable(variables, ownEnvironment);
  const known = { ...names, lookup: (one: string) => names.lookup(one) ?? imported(one) };
  for (const { name, value } of stepAt(facts.state.dag, position).env) {
    if (value.includes('`')) continue;
    set({ name, value: expandReferences(value, known), source: 'step', from: '' });
  }
  return names;
}

/** Entries that are expanded in one turn. */
const MAX_AT_ONCE = 500;

/** Says which entry it was that grows too large. Whatever else is wrong names what it is about. */
async function naming(name: string, expand: () => Promise<string>): Promise<string> {
  try {
    return await expand();
  } catch (error) {
    if (!(error instanceof ExpansionError)) throw error;
    throw new Error(`\`env\` ${name}: ${error.message}`, { cause: error });
  }
}

/** What an entry of `env` may import: variables of the system, and those of the engine's own environment. */
function importable(
  variables: ReadonlyMap<string, string>,
  ownEnvironment: NodeJS.ProcessEnv,
): Names['lookup'] {
  return (expression) => {
    const name = nameOf(expression);
    const value = variables.get(name) ?? ownEnvironment[name];
    if (value === undefined) return undefined;
    return resolveReference(expression, { variables: new Map([[name, value]]), steps: new Map() });
  };
}

/** What references mean outside of all steps, when none of them runs any more: all outputs are known. */
export function runNames(facts: ScopeFacts): Names {
  const { state } = facts;
  const known = new Map<string, string>();
  for (const { name, value, source } of inherited(facts, state.dag.steps.length)) {
    if (source !== 'system') known.set(name, value);
  }
  const steps = stepFacts(state);
  return {
    lookup: (expression) => resolveReference(expression, { variables: known, steps }),
    declares: (name) => known.has(name) || declaresName(state.dag, name),
  };
}

interface OpenScope extends StepScope {
  readonly set: (variable: StepVariable) => void;
}

/** The scope of a step before its own `env`: nothing has to be run to know it. */
function inheritedScope(
  facts: ScopeFacts,
  position: number,
  told: ScopeOptions['set'] = () => undefined,
): OpenScope {
  const variables = new Map<string, string>();
  const known = new Map<string, string>();
  const { readsSystem } = stepTypeOf(stepAt(facts.state.dag, position).type);
  const set = (variable: StepVariable): void => {
    const { name, value, source } = variable;
    variables.set(name, value);
    if (readsSystem || source !== 'system') known.set(name, value);
    told(variable);
  };
  for (const variable of inherited(facts, position)) set(variable);
  const steps = stepFacts(facts.state);
  const { dag } = facts.state;
  const own = new Set(stepAt(dag, position).env.map(({ name }) => name));
  const names: Names = {
    lookup: (expression) => resolveReference(expression, { variables: known, steps }),
    declares: (name) => variables.has(name) || own.has(name) || declaresName(dag, name),
  };
  return { variables, names, set };
}

/** All but the step's own `env`, weakest first. Secrets in stored values are filled in again. */
function* inherited({ state, vault, extra }: ScopeFacts, position: number): Iterable<StepVariable> {
  const { env, origins, params } = state.context;
  for (const [name, value] of Object.entries(env)) {
    const { source, from } = origins[name] ?? { source: 'system', from: '' };
    yield { name, value: vault.unseal(value), source, from };
  }
  for (const [name, value] of vault.values) yield { name, value, source: 'secret', from: '' };
  const visible = visibleOutputs(state, position);
  const isAnswer = ({ position: at }: OutputRecord): boolean =>
    stepTypeOf(stepAt(state.dag, at).type).kind === 'gate';
  const asVariable = ({ name, value, position: at }: OutputRecord): StepVariable => {
    const from = stepAt(state.dag, at).name;
    return { name, value: vault.unseal(value), source: 'output', from };
  };
  yield* visible.filter((output) => !isAnswer(output)).map(asVariable);
  for (const [name, value] of params) {
    yield { name, value: vault.unseal(value), source: 'param', from: '' };
  }
  // A person who was asked has said it later than whoever started the run.
  yield* visible.filter(isAnswer).map(asVariable);
  for (const [name, value] of Object.entries(extra)) yield { name, value, source: 'run', from: '' };
}

/**
 * Outputs of the steps before it and, once it has run, its own. Handlers see those of every step. What a program prints and a
 * person answers never sets what decides which code programs load.
 */
function visibleOutputs(
  { dag, plan, outputs }: ScopeFacts['state'],
  position: number,
): readonly OutputRecord[] {
  if (outputs.length === 0) return [];
  const inOrder = outputs
    .filter(({ name }) => !isProtectedName(name))
    .sort((one, other) => one.position - other.position);
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
