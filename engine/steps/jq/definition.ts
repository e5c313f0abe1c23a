import type { FieldSet, ValueType } from '../../dag/fields/field.ts';
import { jsonOfNode } from '../../dag/source/json-of-node.ts';
import { describeNode, quoted } from '../../dag/source/source-node.ts';
import { boolean, text } from '../../dag/fields/scalar-types.ts';
import { settingsOf } from '../settings.ts';
import type { TypedDefinition } from '../step-type.ts';

/** How results are printed, and by which jq: the built-in one where `program` is empty. Unexpanded. */
export interface JqConfig {
  readonly raw: boolean;
  readonly program: string;
  /** JSON of a map. */
  readonly args: string;
}

const jqVariables: ValueType<string> = {
  read: (node, { label, report }) => {
    if (node.kind !== 'map') {
      report.error(node, `${label} must be a map, got ${describeNode(node)}`);
      return undefined;
    }
    const wrong = node.entries.find(({ key }) => !/^[A-Za-z_]\w*$/.test(key.text));
    if (wrong === undefined) return jsonOfNode(node);
    const rule = 'use letters, digits and `_`, and start with no digit';
    report.error(
      wrong.key,
      `${label}: ${quoted(wrong.key.text)} is not a valid variable name: ${rule}`,
    );
    return undefined;
  },
  schema: { type: 'object' },
};

const config: FieldSet<JqConfig> = {
  what: 'config of a `jq` step',
  fields: {
    raw: {
      key: 'raw',
      about: 'Print texts without quotes, and everything else on one line.',
      type: boolean,
      fallback: false,
    },
    program: {
      key: 'program',
      about:
        'An installed jq to use instead of the built-in one: a path, or a name to look for in `PATH`. Its memory is not limited, and it can read files and environment variables.',
      type: text,
      fallback: '',
    },
    args: {
      key: 'args',
      about:
        'Variables of the expression: `DAY: ${DAY}` is `$DAY` there. A value is data, whatever it contains; lists, maps and numbers stay what they are.',
      type: jqVariables,
      fallback: '{}',
    },
  },
  unavailable: [],
  replaced: {},
};

export const definition: TypedDefinition<JqConfig> = {
  name: 'jq',
  aliases: [],
  about:
    'Applies a jq expression to JSON of at most 1 MiB and prints the results as they come. It has 64 MiB of memory for that.',
  takes: ['command', 'script', 'config'],
  needs: [['command'], ['script']],
  handles: true,
  readsSystem: false,
  settings: settingsOf(config),
  check: ({ given }, _config, report) => {
    const command = given.get('command');
    if (command?.value.kind !== 'list') return;
    report.error(command.value, '`command` of `type: jq` must be a single text: the expression');
  },
  readers: () => [{ kind: 'engine', keepsUnknown: true }],
  keepsUnknownIn: ['command', 'program'],
  autoName: 'jq',
  example: `steps:
  - name: list
    type: jq
    command: .users[] | select(.age >= 18) | {name}
    script: |
      {"users": [{"name": "Ada", "age": 36}, {"name": "Bob", "age": 7}]}
  - name: users
    command: echo '{"users":[{"name":"Ada"}]}'
    output: USERS
  - name: names
    type: jq
    config:
      raw: true
      args: { end: " of " }
      # program: jq # an installed jq instead of the built-in one
    command: .users[].name + $end + $ENV.DAG_NAME
    script: \${USERS}
    output: NAMES
`,
};
