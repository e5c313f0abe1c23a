import type { OutputDefinition } from '../definition.ts';
import { describeNode, quoted, type SourceNode } from '../source/source-node.ts';
import type { FieldSet, Place, ValueType } from './field.ts';
import { readFields } from './read-fields.ts';
import { boolean, refined, text } from './scalar-types.ts';

/** A variable that a shell can name; the dollar sign of `$NAME` may be written along. */
const variableName: ValueType<string> = refined(text, (written, node, { label, report }) => {
  const name = /^\$?([A-Za-z_][A-Za-z0-9_]*)$/.exec(written)?.[1];
  if (name !== undefined) return name;
  const meant = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(written)?.[1];
  const rule = 'letters, digits and underscores, not starting with a digit';
  report.error(
    node,
    `${label} must be the name of a variable (${rule}), got ${quoted(written)}`,
    meant,
  );
  return undefined;
});

interface OutputFields {
  readonly name: string | null;
  readonly key: string | null;
  readonly omit: boolean;
}

const outputFields: FieldSet<OutputFields> = {
  what: 'output',
  fields: {
    name: {
      key: 'name',
      about: 'Variable that takes the output.',
      type: variableName,
      fallback: null,
    },
    key: {
      key: 'key',
      about: 'Name among the outputs of the run, instead of the variable in camel case.',
      type: text,
      fallback: null,
    },
    omit: {
      key: 'omit',
      about: 'Leaves it out of the outputs of the run; it stays a variable.',
      type: boolean,
      fallback: false,
    },
  },
  unavailable: [],
  replaced: {},
};

/** `NAME`, or a map of `name`, `key` and `omit`. */
export const output: ValueType<OutputDefinition> = {
  read: (node, place) => {
    if (node.kind === 'map') return readMap(node, place);
    if (node.kind === 'list') {
      place.report.error(node, `${place.label} must be a name or a map, got ${describeNode(node)}`);
      return undefined;
    }
    const name = variableName.read(node, place);
    return name === undefined ? undefined : { name, key: null, omit: false };
  },
  schema: {
    anyOf: [
      text.schema,
      {
        type: 'object',
        properties: { name: text.schema, key: text.schema, omit: boolean.schema },
        required: ['name'],
        additionalProperties: false,
      },
    ],
  },
};

function readMap(
  map: SourceNode & { kind: 'map' },
  { label, report }: Place,
): OutputDefinition | undefined {
  const { values, given } = readFields(map, outputFields, report);
  if (!given.has('name')) report.error(map, `${label} needs a \`name\``);
  const { name, key, omit } = values;
  return name === null ? undefined : { name, key, omit };
}
