import type { SecretDefinition } from '../definition.ts';
import { describeNode, quoted, type MapNode, type SourceNode } from '../source/source-node.ts';
import { isVariableName } from './env-field.ts';
import type { FieldSet, FieldContext, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { rawNode } from './raw-field.ts';
import type { ReadFields } from './read-fields.ts';
import { oneOf, refined, text } from './scalar-types.ts';

type Provider = SecretDefinition['provider'];

/** What can be set for each provider. */
const optionKeys: Readonly<Record<Provider, readonly string[]>> = { env: [], file: ['trim'] };

interface SecretFields {
  readonly name: string | null;
  readonly provider: Provider | null;
  readonly key: string | null;
  readonly options: SourceNode | null;
}

const secretFields: FieldSet<SecretFields> = {
  what: 'secret',
  fields: {
    name: {
      key: 'name',
      about: 'Variable that holds the secret.',
      type: refined(text, (name, node, context) =>
        isVariableName(name, node, context) ? name : undefined,
      ),
      fallback: null,
    },
    provider: {
      key: 'provider',
      about: 'Source of the secret: `env` or `file`.',
      type: oneOf(['env', 'file']),
      fallback: null,
    },
    key: {
      key: 'key',
      about: "Name of the variable in the engine's environment, or path of the file.",
      type: refined(text, (key, node, { label, report }) => {
        if (key.trim() !== '') return key;
        report.error(node, `${label} must not be empty`);
        return undefined;
      }),
      fallback: null,
    },
    options: {
      key: 'options',
      about: 'For `file`: `trim: "false"` keeps the final line break.',
      type: {
        ...rawNode,
        schema: {
          type: 'object',
          properties: {
            trim: {
              description: 'Remove the final line break of the file.',
              default: true,
              enum: ['true', 'false', true, false],
            },
          },
          additionalProperties: false,
        },
      },
      fallback: null,
    },
  },
  unavailable: [],
  replaced: {},
};

const secret = mapValue({
  set: secretFields,
  required: ['name', 'provider', 'key'],
  build: buildSecret,
});

/** A list of maps; no variable holds two secrets. */
export const secrets: ValueType<readonly SecretDefinition[]> = {
  read: (node, context) => {
    if (node.kind !== 'list') {
      const found = describeNode(node);
      context.report.error(node, `${context.label} must be a list of maps, got ${found}`);
      return undefined;
    }
    const read = new Map<string, SecretDefinition>();
    for (const item of node.items) {
      const definition = secret.read(item, context);
      if (!definition) continue;
      const { name } = definition;
      if (read.has(name)) context.report.error(item, `the secret ${quoted(name)} is defined twice`);
      read.set(name, definition);
    }
    return [...read.values()];
  },
  schema: { type: 'array', items: secret.schema },
};

function buildSecret(
  { values }: ReadFields<SecretFields>,
  _map: MapNode,
  context: FieldContext,
): SecretDefinition | undefined {
  const { name, provider, key, options } = values;
  if (name === null || provider === null || key === null) return undefined;
  return { name, provider, key, trim: readTrim(options, provider, context) };
}

function readTrim(
  options: SourceNode | null,
  provider: Provider,
  { report }: FieldContext,
): boolean {
  if (options === null) return true;
  if (options.kind !== 'map') {
    report.error(options, `\`options\` must be a map, got ${describeNode(options)}`);
    return true;
  }
  let trim = true;
  for (const { key, value } of options.entries) {
    if (optionKeys[provider].includes(key.text)) {
      trim = oneOf(['true', 'false']).read(value, { label: '`trim`', report }) !== 'false';
    } else {
      report.error(key, `the provider \`${provider}\` has no option ${quoted(key.text)}`);
    }
  }
  return trim;
}
