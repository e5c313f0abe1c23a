import { homedir } from 'node:os';
import type { Dag, ParamDefinition } from '../../dag/definition.ts';
import { declaresName } from '../../dag/declared-names.ts';
import { expandText, type Scope } from '../../dag/expand.ts';
import { newAllowance, type Allowance } from '../../dag/expanded-text.ts';
import { nameOf } from '../../dag/reference-syntax.ts';
import { resolveReference } from '../../dag/references.ts';
import { withAdded } from '../../dag/param-schema.ts';
import {
  paramValues,
  presentParams,
  resolveParams,
  type ResolvedParams,
} from '../../dag/resolve-params.ts';
import { admitParams, refuseProtected, type AdmitNames } from '../../dag/admit-names.ts';
import { parseStartParams, type StartParams } from '../../dag/start-params.ts';
import { undeclaredNames, undeclaredWarnings } from '../../dag/undeclared-params.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import { baseEnvironment } from './base-environment.ts';
import { ofWebhooks, payloadOfStart } from './payload-of-start.ts';
import { readDotenv } from './read-dotenv.ts';
import { definedVariables, type Origin, type RunContext } from '../state/run-context.ts';
import type { ParamSchemas, SchemaText } from './param-schemas.ts';
import { schemaOfParams } from './schema-of-params.ts';
import { substituteBy } from '../work/substitution.ts';
import { absolute, naming, expandDefined } from '../state/expand-path.ts';

export interface PrepareOptions {
  readonly dag: Dag;
  /** As given at the start. */
  readonly params: string | undefined;
  /** Folder that a relative `working_dir` starts from, and the default one. */
  readonly homeFolder: string;
  /** Folder of the stored DAGs, where a schema may lie as well. */
  readonly dagsDir: string;
  readonly defaultShell: readonly string[];
  /** Reads schemas of parameters, and holds values against them. */
  readonly schemas: ParamSchemas;
  /** Variables that name the run. */
  readonly builtIns: Readonly<Record<string, string>>;
  readonly ownEnvironment: NodeJS.ProcessEnv;
  /** What commands in backticks become; when left out, what they print. */
  readonly substitute?: Scope['substitute'];
  /** What is taken of the names among `params`. Left out: all but protected ones, which are refused. */
  readonly admit?: AdmitNames | undefined;
  /** What stands for a variable that is not known here; when left out, nothing. */
  readonly unknown?: (expression: string) => string;
  /** Where a path leads; when left out, as `absolute` has it. */
  readonly place?: typeof absolute;
  /** What all values may hold together. */
  readonly allowance?: Allowance;
}

export interface PreparedContext {
  readonly context: RunContext;
  /** JSON text of the merged parameters. */
  readonly params: string;
  /** Absolute; null: the default place. */
  readonly logDir: string | null;
}

/**
 * Resolves environment and parameters of a run, in this order: the environment first, in which each entry sees the
 * earlier ones, the engine's own variables and the payload of a webhook, then the parameters, which see what the entries define, and last the
 * dotenv files, which neither of them sees.
 *
 * @throws EngineError `bad_request` that names the entry which cannot be resolved.
 */
export async function prepareContext(asked: PrepareOptions): Promise<PreparedContext> {
  const { allowance = newAllowance() } = asked;
  const options = { ...asked, allowance };
  const { dag, homeFolder } = options;
  const origins: Record<string, Origin> = {};
  const given = parseStartParams(options.params);
  const declared = await naming('params', () => declaredParams(options));
  const { admit = refuseProtected } = options;
  // First of all: a payload, for one, is read before the parameters are.
  const start = admitParams(declared.definitions, given, admit);
  const warnings = warningsOf(declared.definitions, start);
  const payload = payloadOfStart(dag, start);
  const env = await resolveEnvironment(options, { origins, payload });
  const defined = definedVariables({ env, origins });
  const scope = scopeOf(options, { ...defined, ...payload }, env);
  const params = await naming('params', () => startParams(options, { ...declared, start }, scope));
  const named = Object.fromEntries(params.values);
  const placeScope = scopeOf(options, { ...defined, ...named }, { ...env, ...named });
  const { place: absolutePlace = absolute } = options;
  const place = async (field: string, text: string): Promise<string> =>
    absolutePlace(await expandDefined(field, text, placeScope), homeFolder);
  const workingDir =
    dag.workingDir === null ? homeFolder : await place('working_dir', dag.workingDir);
  for (const text of dag.dotenv) {
    const file = absolute(await expandDefined('dotenv', text, placeScope), workingDir);
    const entries = await naming('dotenv', () =>
      readDotenv([file], workingDir, { variables: env, allowance }),
    );
    for (const [name, value] of entries) {
      env[name] = value;
      origins[name] = { source: 'dotenv', from: file };
    }
  }
  env['SVC_PARAMS_JSON'] = params.json;
  origins['SVC_PARAMS_JSON'] = { source: 'run', from: '' };
  return {
    context: {
      env,
      origins,
      params: [...params.values],
      positional: params.positional,
      workingDir,
      homeFolder,
      ...(warnings.length > 0 && { warnings }),
    },
    params: params.json,
    logDir: dag.logDir === null ? null : await place('log_dir', dag.logDir),
  };
}

/** Every DAG takes what a webhook brings. */
function warningsOf(
  definitions: readonly ParamDefinition[],
  start: StartParams,
): readonly string[] {
  const names = undeclaredNames(definitions, start).filter((name) => !ofWebhooks.includes(name));
  return undeclaredWarnings(definitions, names);
}

/** The parameters of a DAG, and the schema that says more of them. */
interface DeclaredParams {
  readonly definitions: readonly ParamDefinition[];
  readonly schema: SchemaText | null;
}

async function declaredParams({
  dag,
  homeFolder,
  dagsDir,
  schemas,
}: PrepareOptions): Promise<DeclaredParams> {
  const schema = await schemaOfParams(dag, [homeFolder, dagsDir]);
  if (schema === null) return { definitions: dag.params, schema };
  return { definitions: withAdded(dag.params, await schemas.paramsOf(schema)), schema };
}

async function startParams(
  { dag, schemas }: PrepareOptions,
  { definitions, schema, start }: DeclaredParams & { readonly start: StartParams },
  scope: Scope,
): Promise<ResolvedParams> {
  if (schema === null) return resolveParams(definitions, start, scope);
  const values = await paramValues(definitions, start, scope);
  const { rawJson } = start;
  const shared = dag.params.flatMap(({ name, source }) => (source === 'base' ? name : []));
  const checked = await schemas.check({ schema, rawJson, values, shared });
  return presentParams(definitions, start, checked);
}

interface Beside {
  /** Gets where each variable comes from. */
  readonly origins: Record<string, Origin>;
  readonly payload: Readonly<Record<string, string>>;
}

async function resolveEnvironment(
  options: PrepareOptions,
  { origins, payload }: Beside,
): Promise<Record<string, string>> {
  const env = { ...baseEnvironment(options.ownEnvironment), ...options.builtIns };
  for (const name of Object.keys(options.builtIns)) origins[name] = { source: 'run', from: '' };
  // An entry may import a variable of the engine's environment.
  const imported = definedOnly(options.ownEnvironment);
  const known = new Map(Object.entries({ ...imported, ...env, ...payload }));
  const scope = scopeIn(options, known, env);
  for (const [index, { name, value, source = 'dag' }] of options.dag.env.entries()) {
    if (index % MAX_AT_ONCE === MAX_AT_ONCE - 1) await nextTurn();
    const expanded = await naming(`env ${name}`, () => expandText(value, scope));
    known.set(name, expanded);
    env[name] = expanded;
    origins[name] = { source, from: '' };
  }
  return env;
}

/** Entries that are expanded in one turn. */
const MAX_AT_ONCE = 500;

function scopeOf(
  options: PrepareOptions,
  known: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Scope {
  return scopeIn(options, new Map(Object.entries(known)), env);
}

/** What these variables mean, and those that are added to them later. */
function scopeIn(
  options: PrepareOptions,
  variables: ReadonlyMap<string, string>,
  env: Readonly<Record<string, string>>,
): Scope {
  const { allowance, unknown } = options;
  return {
    ...(allowance === undefined ? {} : { allowance }),
    lookup: (expression) =>
      unknown === undefined || variables.has(nameOf(expression))
        ? resolveReference(expression, { variables, steps: new Map() })
        : unknown(expression),
    declares: (name) => variables.has(name) || declaresName(options.dag, name),
    substitute:
      options.substitute ??
      substituteBy({ shell: options.defaultShell, workingDir: homedir(), env }),
  };
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
