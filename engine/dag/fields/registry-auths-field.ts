import type { RegistryAuth } from '../definition.ts';
import { describeNode } from '../source/source-node.ts';
import type { FieldSet, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { text } from './scalar-types.ts';

type Login = Omit<RegistryAuth, 'registry'>;

const loginFields: FieldSet<Login> = {
  what: 'registry',
  fields: {
    username: { key: 'username', about: 'User of the registry.', type: text, fallback: '' },
    password: {
      key: 'password',
      about: 'Password or token of the user. Keep it in a secret.',
      type: text,
      fallback: '',
    },
  },
  unavailable: [],
  replaced: {},
};

const login = mapValue<Login, Login>({
  set: loginFields,
  required: ['username', 'password'],
  build: ({ values }) => values,
});

/** A map of registries, in the order of the file. */
export const registryAuths: ValueType<readonly RegistryAuth[]> = {
  read: (node, context) => {
    if (node.kind !== 'map') {
      const rule = 'must be a map of registries';
      context.report.error(node, `${context.label} ${rule}, got ${describeNode(node)}`);
      return undefined;
    }
    const auths = node.entries.flatMap(({ key, value }): RegistryAuth[] => {
      const label = `${context.label}: \`${key.text}\``;
      const read = login.read(value, { ...context, label });
      return read === undefined ? [] : [{ ...read, registry: key.text }];
    });
    return auths.length === node.entries.length ? auths : undefined;
  },
  schema: { type: 'object', additionalProperties: login.schema },
};
