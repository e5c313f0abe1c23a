import type { DryRun, PlannedStep } from '../../contract/dag.ts';
import { EngineError } from '../../contract/errors.ts';
import { declaresName } from '../../dag/declared-names.ts';
import type { Condition, Dag, Step } from '../../dag/definition.ts';
import { expandText, type Scope } from '../../dag/expand.ts';
import {
  ExpansionError,
  newAllowance,
  replaceIn,
  type Allowance,
} from '../../dag/expanded-text.ts';
import { planOf } from '../../dag/plan.ts';
import { nameOf } from '../../dag/reference-syntax.ts';
import { resolveReference } from '../../dag/references.ts';
import { withVariables } from '../../dag/expand.ts';
import { handlersOf, stepAt } from '../../dag/run-steps.ts';
import { bindKnownReferences } from '../../dag/shell-references.ts';
import { secretMask } from '../../dag/sealed-text.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import { stepTypeOf } from '../../steps/registry.ts';
import type { WorkOf, WorkContext } from '../../steps/work.ts';
import { prepareContext, type PrepareOptions } from './prepare-run.ts';
import { knownSecrets } from '../state/resolve-secrets.ts';
import { definedVariables } from '../state/run-context.ts';
import { createVault } from '../state/vault.ts';
import { absolute } from '../state/expand-path.ts';

export interface DryRunOptions extends Omit<PrepareOptions, 'builtIns' | 'substitute'> {
  readonly dag: Dag;
  /** Whether a call finds a DAG of this name. */
  readonly knows: (name: string) => boolean;
  /**
   * Whether what lies outside of the definition is looked at: the environment and the folders of the engine, dotenv
   * files, secrets, a schema in a file. Otherwise nothing of the plan depends on it.
   */
  readonly looksOutside: boolean;
}

/** A command in backticks is not run: it stands for what it would print. */
const unexecuted: Scope['substitute'] = async (command) => `\`${command}\``;
const asWritten = (expression: string): string => `\${${expression}}`;

/**
 * What a run would do, found out without doing it: the steps in an order in which they could begin, with every value
 * filled in that is known before the run.
 *
 * @throws EngineError of `prepareContext`, and `bad_request` for a step whose values grow too large.
 */
export async function planDryRun(asked: DryRunOptions): Promise<DryRun> {
  const { dag, looksOutside, allowance = newAllowance() } = asked;
  const options = { ...asked, allowance };
  const builtIns = { DAG_NAME: dag.name };
  const { context, params } = await prepareContext({
    ...options,
    ...(looksOutside ? {} : withoutOutside(dag)),
    builtIns,
    substitute: unexecuted,
  });
  const over = (env: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
    new Map([
      ...Object.entries(env),
      ...dag.secrets.map(({ name }) => [name, secretMask] as const),
      ...context.params,
    ]);
  const defined = over(definedVariables(context));
  const setting = { ...options, variables: over(context.env), defined };
  const plan = (position: number): Promise<PlannedStep> =>
    planStep(stepAt(dag, position), { ...setting, workingDir: context.workingDir });
  const steps: PlannedStep[] = [];
  for (const [index, position] of planOf(dag.steps).order.entries()) {
    if (index % MAX_AT_ONCE === MAX_AT_ONCE - 1) await nextTurn();
    steps.push(await plan(position));
  }
  const handlers = handlersOf(dag).map(async ({ name, position }) => ({
    event: name,
    step: await plan(position),
  }));
  const secrets = looksOutside ? dag.secrets : [];
  const values = await knownSecrets(secrets, { ...options, workingDir: context.workingDir });
  return maskAll(createVault('', values, null).mask, {
    ...(looksOutside ? {} : { withheld: true }),
    name: dag.name,
    params,
    ...(context.warnings && { warnings: [...context.warnings] }),
    workingDir: context.workingDir,
    preconditions: await shownOf('its preconditions', () =>
      planConditions(dag.preconditions, scopeOf(setting, defined)),
    ),
    steps,
    handlers: await Promise.all(handlers),
  });
}

/** Steps that are planned in one turn. */
const MAX_AT_ONCE = 50;

/** What a plan is made of where nothing outside is looked at. */
function withoutOutside(dag: Dag): Partial<PrepareOptions> {
  const paramSchema = dag.paramSchema?.kind === 'inline' ? dag.paramSchema : null;
  const inner = { ...dag, dotenv: [], paramSchema };
  return { dag: inner, ownEnvironment: {}, unknown: asWritten, place: insidePlace };
}

/** A path that begins with the home folder, or with what is not known, stays as it is. */
function insidePlace(path: string, folder: string): string {
  return path.startsWith('~') || path.startsWith('${') ? path : absolute(path, folder);
}

/** Parameters and variables may have the value of a secret. */
function maskAll<T>(mask: (text: string) => string, value: T): T {
  const shown = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? mask(part) : part,
  );
  // What was written is read again.
  return JSON.parse(shown) as T;
}

type Outside = Pick<DryRunOptions, 'dag' | 'looksOutside'>;

interface StepSetting extends Outside, Pick<DryRunOptions, 'knows' | 'defaultShell'> {
  readonly allowance: Allowance;
  readonly variables: ReadonlyMap<string, string>;
  /** Those of `variables` that are not the system's own. */
  readonly defined: ReadonlyMap<string, string>;
  readonly workingDir: string;
}

/** What is not known before the run stays as it is written. */
function scopeOf(
  { dag, looksOutside, allowance }: Outside & Pick<StepSetting, 'allowance'>,
  variables: ReadonlyMap<string, string>,
): Scope {
  const declares = (name: string): boolean => declaresName(dag, name);
  return {
    lookup: (expression) => {
      const name = nameOf(expression);
      const isLater = (!looksOutside || declares(name)) && !variables.has(name);
      const known = resolveReference(expression, { variables, steps: new Map() });
      return known ?? (isLater ? asWritten(expression) : undefined);
    },
    declares,
    substitute: unexecuted,
    unset: asWritten,
    allowance,
  };
}

function planStep(step: Step, setting: StepSetting): Promise<PlannedStep> {
  return shownOf(`the step ${step.name}`, async () =>
    plannedStep(step, await withOwnEnv(step, setting)),
  );
}

async function shownOf<T>(what: string, plan: () => Promise<T>): Promise<T> {
  try {
    return await plan();
  } catch (error) {
    if (!(error instanceof ExpansionError)) throw error;
    const message = `A dry run cannot show ${what}: ${error.message}.`;
    throw new EngineError('bad_request', message, { cause: error });
  }
}

async function withOwnEnv({ env }: Step, setting: StepSetting): Promise<StepSetting> {
  if (env.length === 0) return setting;
  const variables = new Map(setting.variables);
  const defined = new Map(setting.defined);
  const scope = scopeOf(setting, variables);
  for (const { name, value } of env) {
    const expanded = await expandText(value, scope);
    variables.set(name, expanded);
    defined.set(name, expanded);
  }
  return { ...setting, variables, defined };
}

async function plannedStep(step: Step, setting: StepSetting): Promise<PlannedStep> {
  const { variables, defined } = setting;
  const type = stepTypeOf(step.type);
  const seen = type.readsSystem ? variables : defined;
  const scope = scopeOf(setting, seen);
  const shown = (text: string): string => fillIn(text, { ...setting, variables: seen });
  const prompt = type.kind === 'gate' ? type.gate(step)?.prompt : undefined;
  const place = setting.looksOutside ? absolute : insidePlace;
  return {
    name: step.name,
    type: step.type,
    depends: [...step.depends],
    preconditions: await planConditions(step.preconditions, scope),
    commands: step.commands.map(shown),
    script: step.script === null ? '' : shown(step.script),
    workingDir:
      step.workingDir === null
        ? setting.workingDir
        : place(await expandText(step.workingDir, scope), setting.workingDir),
    call: type.kind === 'calls' ? await planCall(step, type.work, { scope, ...setting }) : null,
    routes: step.routes.map(({ pattern, targets }) => ({ pattern, targets: [...targets] })),
    prompt: prompt === undefined ? '' : await expandText(prompt, scope),
    notes: notesOf(step, setting.dag),
  };
}

const NAME = /(\\?)\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;

/** A shell command with the values that are known now in place of their names, for the eyes only. */
function fillIn(
  command: string,
  { variables, allowance }: Pick<StepSetting, 'variables' | 'allowance'>,
): string {
  const known = (expression: string): string | undefined =>
    resolveReference(expression, { variables, steps: new Map() });
  const bound = bindKnownReferences(command, known);
  const own = new Map(Object.entries(bound.env));
  return replaceIn(
    bound.command,
    { pattern: NAME, allowance },
    ([written, escaped, braced, bare]) => {
      const name = braced ?? bare ?? '';
      return escaped === '' ? (own.get(name) ?? variables.get(name) ?? written) : written;
    },
  );
}

async function planCall(
  step: Step,
  work: (context: WorkContext) => Promise<WorkOf<'calls'>> | WorkOf<'calls'>,
  { scope, dag, knows, defaultShell }: StepSetting & { readonly scope: Scope },
): Promise<PlannedStep['call']> {
  const target = await expandText(step.call ?? '', scope);
  try {
    const { calls } = await work({
      dag,
      step,
      defaultShell,
      positional: [],
      scriptFile: '',
      // What names it is known when it runs.
      run: { name: '', workingDir: '', dataDir: '' },
      names: scope,
      expand: (text, extra = new Map()) => expandText(text, withVariables(scope, extra)),
      expandBraced: (text) => expandText(text, scope, 'language'),
      // A call asks for neither of them.
      findDag: () => Promise.reject(new Error('a dry run looks at no other DAG')),
      earlierMessages: () => [],
    });
    const params = calls.map((call) => call.params);
    // Each item may call another one.
    const targets = calls.length === 0 ? [target] : calls.map((call) => call.target);
    return { target, params, known: targets.every(knows) };
  } catch (error) {
    if (error instanceof ExpansionError) throw error;
    // The items or parameters are those of an output: they cannot be known.
    return { target, params: [], known: knows(target) };
  }
}

function planConditions(conditions: readonly Condition[], scope: Scope) {
  return Promise.all(
    conditions.map(async ({ condition, expected, negate }) => ({
      condition: expected === null ? condition : await expandText(condition, scope),
      expected: expected === null ? '' : await expandText(expected, scope),
      negate,
    })),
  );
}

function notesOf(step: Step, dag: Dag): string[] {
  const { kind, calls } = stepTypeOf(step.type);
  const tools = kind === 'program' ? (calls?.(step, dag) ?? []) : [];
  const { retryPolicy, repeatPolicy, routedBy, parallel } = step;
  return [
    ...routedBy.map((router) => `Runs only when the router "${router}" chooses it.`),
    ...(parallel?.items.kind === 'text'
      ? [`One call for each item of ${parallel.items.text}, known when the step starts.`]
      : []),
    ...(retryPolicy === null ? [] : [`Retried up to ${retryPolicy.limit} times if it fails.`]),
    ...(repeatPolicy === null ? [] : ['Repeats according to its repeat_policy.']),
    ...(tools.length === 0 ? [] : [`May run ${tools.join(', ')} while it works.`]),
    ...(kind === 'gate' ? ['Waits for approval.'] : []),
  ];
}
