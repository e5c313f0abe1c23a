import type { ParamDefinition } from './definition.ts';
import { isJsonObject, jsonValueText, parseJson } from './json-text.ts';

/** A JSON Schema as it was read, numbers with their digits. */
export type ReadSchema = Readonly<Record<string, unknown>>;

/** What `format` of a schema may ask for. */
export const schemaFormats = [
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uuid',
] as const;

/** Undefined for text that is no JSON object: nothing else describes parameters. */
export function readParamSchema(json: string): ReadSchema | undefined {
  const schema = parseJson(json);
  return isJsonObject(schema) && !Array.isArray(schema) ? schema : undefined;
}

/** The parameters that stand in a definition, then those that its schema adds. */
export function withSchemaParams(
  own: readonly ParamDefinition[],
  schema: ReadSchema,
): readonly ParamDefinition[] {
  return withAdded(own, paramsOfSchema(schema));
}

/** The parameters that a schema names. */
export function paramsOfSchema(schema: ReadSchema): readonly ParamDefinition[] {
  const { required } = schema;
  const names = new Set(Array.isArray(required) ? required : []);
  return [...propertiesOf(schema)].map(([name, property]) =>
    definitionOf(name, property, names.has(name)),
  );
}

/** What a schema says of each parameter that it names; nothing where that is no map. */
export function propertiesOf({ properties }: ReadSchema): ReadonlyMap<string, ReadSchema> {
  const entries = Object.entries(objectOf(properties));
  return new Map(entries.map(([name, property]) => [name, objectOf(property)]));
}

/** Parameters that stand in a definition, with what a schema says of them, then those of the schema that it has not. */
export function withAdded(
  own: readonly ParamDefinition[],
  ofSchema: readonly ParamDefinition[],
): readonly ParamDefinition[] {
  const known = new Set(own.map(({ name }) => name));
  const helps = new Map(ofSchema.map(({ name, help }) => [name, help]));
  return [
    ...own.map((param) => withHelp(param, param.help ?? helps.get(param.name))),
    ...ofSchema.filter(({ name }) => !known.has(name)),
  ];
}

const withHelp = (param: ParamDefinition, help: string | undefined): ParamDefinition =>
  help === undefined || help === param.help ? param : { ...param, help };

function definitionOf(name: string, property: ReadSchema, isRequired: boolean): ParamDefinition {
  const hasDefault = Object.hasOwn(property, 'default');
  const defaultValue = hasDefault ? jsonValueText(property['default']) : null;
  const param = { name, positional: false, defaultValue, isData: true } as const;
  return withHelp(param, helpOf(property, isRequired && !hasDefault));
}

/** A value that a schema allows, as the text that is read as it. */
export const choiceText = (value: unknown): string =>
  value === null ? 'null' : jsonValueText(value);

/** For whoever fills in a form: what the parameter is for, what it may be, and whether it must be given. */
function helpOf(
  { description, enum: choices }: ReadSchema,
  isRequired: boolean,
): string | undefined {
  const sentences = [
    ...(typeof description === 'string' && description !== '' ? [description] : []),
    ...(Array.isArray(choices) ? [`One of: ${choices.map(choiceText).join(', ')}.`] : []),
    ...(isRequired ? ['Required.'] : []),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function objectOf(value: unknown): ReadSchema {
  return isJsonObject(value) ? value : {};
}
