import { EngineError } from '../../contract/errors.ts';
import type { Dag, LoadResult, ParamDefinition } from '../../dag/definition.ts';
import { refusedValue } from '../../dag/fields/check-values.ts';
import { valueOf, valuesAt } from '../../dag/fields/values-at.ts';
import { withAdded } from '../../dag/param-schema.ts';
import { judgesAll } from '../../dag/schema-objection.ts';
import { readYaml } from '../../dag/source/read-yaml.ts';
import { createReport } from '../../dag/source/report.ts';
import type { SourceNode } from '../../dag/source/source-node.ts';
import { mayExpand } from '../../dag/text-parts.ts';
import type { ParamSchemas, SchemaText } from './param-schemas.ts';
import { schemaOfParams } from './schema-of-params.ts';

interface Judge {
  readonly schemas: ParamSchemas;
  /** Where a schema in a file is looked for, in their order; none: such a one is left to the start. */
  readonly folders: readonly string[];
}

/**
 * A definition that was read, with an error at each value of a parameter that only its whole schema can refuse: what the loader
 * cannot tell from the value by itself (`if`, `not`), and schemas in a file. A schema that cannot be read is left to the start.
 */
export async function judgeValues(
  text: string,
  loaded: LoadResult,
  judge: Judge,
): Promise<LoadResult> {
  if (loaded.dag === null) return loaded;
  const dags = [loaded.dag, ...loaded.localDags];
  const refused = await Promise.all(dags.map((dag) => refusedBy(dag, judge)));
  if (refused.every(({ length }) => length === 0)) return loaded;
  const report = createReport(text);
  const roots = readYaml(text, report).map(({ root }) => root);
  for (const [index, found] of refused.entries())
    for (const [name, why] of found)
      report.error(placeOf(roots[index], name), messageFor(name, why));
  return { ...loaded, dag: null, issues: [...report.issues(), ...loaded.issues] };
}

/** What a check says of all values together. */
const TOGETHER = 'together they';

const messageFor = (name: string, why: string): string =>
  name === TOGETHER ? `the values of \`params\` ${why}, by their schema` : refusedValue(name, why);

function placeOf(root: SourceNode | undefined, name: string) {
  const params = valueOf(root, 'params');
  if (params?.kind !== 'map') return params ?? { start: 0, end: 0 };
  return valuesAt(params).find((value) => value.name === name)?.node ?? params;
}

type Refused = readonly (readonly [name: string, why: string])[];

async function refusedBy(dag: Dag, { schemas, folders }: Judge): Promise<Refused> {
  const { paramSchema } = dag;
  if (paramSchema === null) return [];
  const isInline = paramSchema.kind === 'inline';
  if (isInline ? judgesAll(JSON.parse(paramSchema.json)) : folders.length === 0) return [];
  try {
    const schema = await schemaOfParams(dag, folders);
    if (schema === null) return [];
    const added = isInline ? dag.params : withAdded(dag.params, await schemas.paramsOf(schema));
    return await refusedValues(schemas, schema, added);
  } catch (error) {
    // What is no schema, or not there, is told by the start, which may find another file.
    if (error instanceof EngineError && error.code === 'bad_request') return [];
    throw error;
  }
}

async function refusedValues(
  schemas: ParamSchemas,
  schema: SchemaText,
  params: readonly ParamDefinition[],
): Promise<Refused> {
  const known = params.filter(isKnown);
  const values = new Map(known.map(({ name, defaultValue }) => [name, defaultValue ?? '']));
  if (values.size === 0) return [];
  // What one value demands of another is certain only where all are known.
  const isWhole = known.length === params.length;
  const asked = isWhole ? schema : { ...schema, text: ofSingleValues(schema.text) };
  const shared = params.flatMap(({ name, source }) => (source === 'base' ? name : []));
  try {
    await schemas.check({ schema: asked, rawJson: null, values, shared });
    return [];
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'bad_request') throw error;
    return refusalsOf(error, values);
  }
}

/** Whether a value is the same in every run. */
const isKnown = ({ positional, defaultValue, isData }: ParamDefinition): boolean =>
  !positional && defaultValue !== null && (isData === true || !mayExpand(defaultValue));

function ofSingleValues(text: string): string {
  const schema = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const kept = ['$schema', '$id', '$defs', 'definitions', 'properties', 'patternProperties'];
  const entries = [...kept, 'additionalProperties'].flatMap((key) =>
    Object.hasOwn(schema, key) ? [[key, schema[key]] as const] : [],
  );
  return JSON.stringify(Object.fromEntries(entries));
}

/** What is said of the values that are there. One that is missing has to come with the start. */
function refusalsOf({ extras }: EngineError, values: ReadonlyMap<string, string>): Refused {
  const told = Object.entries(
    (extras.details?.['params'] ?? {}) as Readonly<Record<string, string>>,
  );
  const ofValues = told.flatMap(([path, why]) => {
    const [name = '', ...inner] = path.split('/');
    const place = inner.length === 0 ? '' : `"${inner.join('/')}" `;
    return values.has(name) ? [[name, `${place}${why}`] as const] : [];
  });
  const isMissing = told.some(
    ([path]) => path !== TOGETHER && !values.has(path.split('/')[0] ?? ''),
  );
  if (ofValues.length > 0 || isMissing) return ofValues;
  return told.filter(([path]) => path === TOGETHER);
}
