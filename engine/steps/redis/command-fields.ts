import { mapValue } from '../../dag/fields/map-field.ts';
import type { FieldSet, ValueType } from '../../dag/fields/field.ts';
import { optionalText, text, texts } from '../../dag/fields/scalar-types.ts';
import { describeNode } from '../../dag/source/source-node.ts';

/** A command as it is written. */
export interface RedisCommandConfig {
  readonly command: string | null;
  readonly key: string | null;
  readonly field: string | null;
  readonly keys: readonly string[];
  readonly value: string | null;
  readonly args: readonly string[];
}

const list: ValueType<readonly string[]> = {
  read: (node, context) => texts.read(node, context)?.map((one) => one.text),
  schema: texts.schema,
};

export const commandFields: FieldSet<RedisCommandConfig> = {
  what: 'command of a `pipeline`',
  fields: {
    command: {
      key: 'command',
      about:
        'Command of Redis, such as `GET` or `CONFIG GET`. Its arguments follow in the order of these keys.',
      type: optionalText,
      fallback: null,
    },
    key: { key: 'key', about: 'Key that the command is about.', type: text, fallback: null },
    field: { key: 'field', about: 'Field of a hash.', type: text, fallback: null },
    keys: {
      key: 'keys',
      about: 'Keys, for a command that takes several.',
      type: list,
      fallback: [],
    },
    value: { key: 'value', about: 'Next argument: the value to set.', type: text, fallback: null },
    args: { key: 'args', about: 'Further arguments.', type: list, fallback: [] },
  },
  unavailable: [],
  replaced: {},
};

const command = mapValue({
  set: commandFields,
  required: ['command'],
  build: ({ values }) => values,
});

/** At least one command. */
export const pipeline: ValueType<readonly RedisCommandConfig[]> = {
  read: (node, context) => {
    if (node.kind !== 'list' || node.items.length === 0) {
      const found = node.kind === 'list' ? 'an empty list' : describeNode(node);
      context.report.error(node, `${context.label} must be a list of commands, got ${found}`);
      return undefined;
    }
    const label = `a command of ${context.label}`;
    const read = node.items.flatMap((item) => command.read(item, { ...context, label }) ?? []);
    return read.length === node.items.length ? read : undefined;
  },
  schema: { type: 'array', minItems: 1, items: command.schema },
};
