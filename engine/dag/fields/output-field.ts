import type { OutputDefinition } from '../definition.ts';
import { describeNode } from '../source/source-node.ts';
import type { FieldSet, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { boolean, text } from './scalar-types.ts';
import { variableName } from './variable-name.ts';

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
      about: 'Variable that stores the output.',
      type: variableName,
      fallback: null,
    },
    key: {
      key: 'key',
      about: 'Name in the outputs of the run (default: the variable in camel case).',
      type: text,
      fallback: null,
    },
    omit: {
      key: 'omit',
      about: 'Omit it from the outputs of the run. It is still a variable.',
      type: boolean,
      fallback: false,
    },
  },
  unavailable: [],
  replaced: {},
};

const outputMap = mapValue({
  set: outputFields,
  required: ['name'],
  build: ({ values: { name, key, omit } }): OutputDefinition | undefined =>
    name === null ? undefined : { name, key, omit },
});

/** `NAME`, or a map of `name`, `key` and `omit`. */
export const output: ValueType<OutputDefinition> = {
  read: (node, context) => {
    if (node.kind === 'map') return outputMap.read(node, context);
    if (node.kind === 'list') {
      context.report.error(
        node,
        `${context.label} must be a name or a map, got ${describeNode(node)}`,
      );
      return undefined;
    }
    const name = variableName.read(node, context);
    return name === undefined ? undefined : { name, key: null, omit: false };
  },
  schema: { anyOf: [text.schema, outputMap.schema] },
};
