import type { ParamRule } from '../contract/param-rules.ts';
import type { Dag, ParamDefinition } from './definition.ts';
import { isJsonObject, jsonValueText } from './json-text.ts';
import {
  choiceText,
  paramsOfSchema,
  propertiesOf,
  readParamSchema,
  type ReadSchema,
} from './param-schema.ts';

/** What is longer is nothing to choose from: a form then has a field to type into. */
const MAX_CHOICES = 100;
const MAX_CHOICE = 200;

/**
 * What the schema of a definition says of each parameter, for forms. It is what a schema says plainly: a value that fits may
 * still be refused at the start, where all of the schema is asked. Undefined where the definition holds none.
 */
export function paramRulesOf({
  params,
  paramSchema,
}: Pick<Dag, 'params' | 'paramSchema'>): ParamRule[] | undefined {
  const schema = paramSchema?.kind === 'inline' ? readParamSchema(paramSchema.json) : undefined;
  if (schema === undefined) return undefined;
  const properties = propertiesOf(schema);
  const helps = new Map(paramsOfSchema(schema).map(({ name, help }) => [name, help]));
  const required = new Set<unknown>(Array.isArray(schema['required']) ? schema['required'] : []);
  return params.map((param) => {
    const property = properties.get(param.name) ?? {};
    return {
      description: descriptionOf(param, property, helps.get(param.name)),
      isRequired: required.has(param.name) && param.defaultValue === null,
      ...valuesOf(property),
    };
  });
}

/** The comment beside it, or what the schema says; not the sentences that the help is made of besides. */
function descriptionOf(
  { help = '' }: ParamDefinition,
  { description }: ReadSchema,
  helpOfSchema = '',
): string {
  if (help !== helpOfSchema) return help;
  return typeof description === 'string' ? description : '';
}

type Values = Pick<ParamRule, 'type' | 'choices' | 'choiceTitles' | 'minimum' | 'maximum'>;

function valuesOf(property: ReadSchema): Values {
  const type = typeOf(property);
  return { type, ...choicesOf(property, type), ...boundsOf(property, type) };
}

const types = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'] as const;

function typeOf({ type, nullable }: ReadSchema): ParamRule['type'] {
  return nullable === true ? 'any' : (types.find((one) => one === type) ?? 'any');
}

type Choices = Pick<ParamRule, 'choices' | 'choiceTitles'>;

const NO_CHOICES: Choices = { choices: [] };

function choicesOf(property: ReadSchema, type: ParamRule['type']): Choices {
  const listed = listedOf(property) ?? (type === 'boolean' ? [true, false].map(untitled) : []);
  if (listed.some(({ value }) => isJsonObject(value))) return NO_CHOICES;
  const titles = new Map<string, string>();
  for (const { value, title } of listed) {
    const choice = choiceText(value);
    titles.set(choice, titles.get(choice) || titleText(title, choice));
  }
  const choices = [...titles.keys()];
  const isShort = choices.every((choice) => choice.length <= MAX_CHOICE);
  if (!isShort || choices.length > MAX_CHOICES) return NO_CHOICES;
  const choiceTitles = [...titles.values()];
  return choiceTitles.some((title) => title !== '') ? { choices, choiceTitles } : { choices };
}

/** What is no name, or says nothing that the value does not, is none. */
function titleText(title: unknown, choice: string): string {
  const text = typeof title === 'string' ? title.trim() : '';
  if (text === choice) return '';
  const characters = [...text];
  return characters.length > MAX_CHOICE ? `${characters.slice(0, MAX_CHOICE - 1).join('')}…` : text;
}

interface Listed {
  readonly value: unknown;
  readonly title?: unknown;
}

const untitled = (value: unknown): Listed => ({ value });

function listedOf(property: ReadSchema): readonly Listed[] | undefined {
  if (Array.isArray(property['enum'])) return property['enum'].map(untitled);
  // Its title is that of the parameter.
  if (Object.hasOwn(property, 'const')) return [untitled(property['const'])];
  const alternatives = property['oneOf'] ?? property['anyOf'];
  if (!Array.isArray(alternatives)) return undefined;
  const constants = alternatives.filter(
    (one): one is ReadSchema => isJsonObject(one) && Object.hasOwn(one, 'const'),
  );
  // Beside one that allows more than a constant, the others are examples.
  return constants.length === alternatives.length
    ? constants.map(({ const: value, title }) => ({ value, title }))
    : undefined;
}

/** Of whole numbers an open end has a closed one beside it; other open ends are left to the check. */
function boundsOf(
  property: ReadSchema,
  type: ParamRule['type'],
): Pick<Values, 'minimum' | 'maximum'> {
  const numberAt = (key: string, otherwise: number): number =>
    Object.hasOwn(property, key) ? Number(jsonValueText(property[key])) : otherwise;
  const [above, below] =
    type === 'integer'
      ? [numberAt('exclusiveMinimum', -Infinity), numberAt('exclusiveMaximum', Infinity)]
      : [-Infinity, Infinity];
  const minimum = Math.max(numberAt('minimum', -Infinity), Math.floor(above) + 1);
  const maximum = Math.min(numberAt('maximum', Infinity), Math.ceil(below) - 1);
  return {
    ...(Number.isFinite(minimum) ? { minimum } : {}),
    ...(Number.isFinite(maximum) ? { maximum } : {}),
  };
}
