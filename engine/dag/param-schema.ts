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
  const properties = Object.entries(objectOf(schema['properties']));
  return properties.map(([name, property]) => definitionOf(name, objectOf(property)));
}

/** Parameters that stand in a definition, then those of a schema that it has not. */
export function withAdded(
  own: readonly ParamDefinition[],
  ofSchema: readonly ParamDefinition[],
): readonly ParamDefinition[] {
  const known = new Set(own.map(({ name }) => name));
  return [...own, ...ofSchema.filter(({ name }) => !known.has(name))];
}

function definitionOf(name: string, property: ReadSchema): ParamDefinition {
  const hasDefault = Object.hasOwn(property, 'default');
  const defaultValue = hasDefault ? jsonValueText(property['default']) : null;
  return { name, positional: false, defaultValue, isData: true };
}

function objectOf(value: unknown): ReadSchema {
  return isJsonObject(value) ? value : {};
}
