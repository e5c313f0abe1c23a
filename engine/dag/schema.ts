import type { JsonSchema } from './fields/field.ts';
import { mapSchema } from './fields/field-schema.ts';
import { rootFields } from './fields/root-fields.ts';
import { stepFields } from './fields/step-fields.ts';
import {
  impliedBy,
  usualAt,
  workKeys,
  type StepTypeDefinition,
  type WorkKey,
} from './step-type.ts';

/**
 * The JSON Schema (draft 2020-12) of a document of a DAG file, for editors. It comes from the tables of the loader and
 * accepts all that the loader accepts. What needs more than one place to be seen (names, dependencies, cycles) and the
 * inside of texts (patterns, cron lines) the loader alone refuses. The first type is that of steps which name none.
 */
export function dagJsonSchema(types: readonly StepTypeDefinition[]): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:dagwright:schema:dag',
    title: 'DAG',
    description: 'A workflow: steps, their order, and the rules by which they run.',
    ...mapSchema(rootFields),
    $defs: { step: { anyOf: [command, stepMap(types)] } },
  };
}

/** A step that is its command alone. */
const command: JsonSchema = { type: ['string', 'number', 'boolean'] };
const isNull: JsonSchema = { type: 'null' };
const isGiven: JsonSchema = { not: isNull };

function stepMap(types: readonly StepTypeDefinition[]): JsonSchema {
  const map = mapSchema(stepFields);
  const words = types.flatMap(({ name, aliases }) => [name, ...aliases]);
  const type = { description: stepFields.fields.type.about, enum: [...words, null] };
  return {
    ...map,
    properties: { ...(map.properties as JsonSchema), type },
    allOf: [...types.map(rulesByName), ...impliedRules(types)],
  };
}

function rulesByName(type: StepTypeDefinition): JsonSchema {
  const words = { enum: [type.name, ...type.aliases] };
  return {
    if: { properties: { type: words }, required: ['type'] },
    then: typeRules(type),
  };
}

/**
 * A step without a type is of the one that takes the key which implies it, else of the first. The host or container that
 * makes it a step there may stand in another file.
 */
function impliedRules(types: readonly StepTypeDefinition[]): readonly JsonSchema[] {
  const [usual] = types;
  const implied = impliedBy.flatMap((key) => {
    const type = types.find(({ takes }) => takes.includes(key));
    const says = { properties: { type: isNull, [key]: isGiven }, required: [key] };
    return type ? [{ if: says, then: typeRules(type) }] : [];
  });
  const none = Object.fromEntries(['type', ...impliedBy].map((key) => [key, isNull]));
  const places = (['host', 'container'] as const).map((place) => usualAt(place, types));
  const either = [usual, ...places].filter((type) => type !== undefined);
  return [...implied, { if: { properties: none }, then: { anyOf: either.map(typeRules) } }];
}

function typeRules({ about, takes, needs, config, refuses = {} }: StepTypeDefinition): JsonSchema {
  const foreign = workKeys.filter((key) => !takes.includes(key));
  const refused = [...foreign, ...Object.keys(refuses)].map((key) => [key, isNull] as const);
  return {
    description: about,
    properties: {
      ...Object.fromEntries(refused),
      ...(config === null ? {} : { config: { anyOf: [mapSchema(config), isNull] } }),
    },
    ...(needs.length === 0 ? {} : { allOf: needs.map(oneOfKeys) }),
  };
}

/** What says nothing to the loader. */
const isBlank: JsonSchema = { enum: [null, '', [], {}] };

function oneOfKeys(keys: readonly WorkKey[]): JsonSchema {
  return {
    anyOf: keys.map((key) => ({ required: [key], properties: { [key]: { not: isBlank } } })),
  };
}
