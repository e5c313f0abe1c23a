import type { Condition } from '../definition.ts';
import { describeNode, isNull, quoted, type SourceNode } from '../source/source-node.ts';
import type { FieldSet, FieldContext, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { patternText } from './pattern-field.ts';
import { boolean, refined, text } from './scalar-types.ts';

/** Text that says something. */
export const conditionText: ValueType<string> = refined(text, (written, node, context) => {
  if (written.trim() !== '') return written;
  context.report.error(node, `${context.label} must not be empty`);
  return undefined;
});

const conditionFields: FieldSet<{
  readonly condition: string | null;
  readonly expected: string | null;
  readonly negate: boolean;
}> = {
  what: 'precondition',
  fields: {
    condition: {
      key: 'condition',
      about:
        'Text to compare with `expected`. Without `expected`, a shell command that must succeed within 60 seconds.',
      type: conditionText,
      fallback: null,
    },
    expected: {
      key: 'expected',
      about: 'What the text must be, or a regular expression after `re:`.',
      type: patternText,
      fallback: null,
    },
    negate: {
      key: 'negate',
      about: 'Negates the result.',
      type: boolean,
      fallback: false,
    },
  },
  unavailable: [],
  replaced: {},
};

const conditionMap = mapValue({
  set: conditionFields,
  required: ['condition'],
  build: ({ values: { condition, expected, negate } }): Condition | undefined =>
    condition === null ? undefined : { condition, expected: expected || null, negate },
});

/** A number or a boolean is no command that anybody means. */
const command: ValueType<string> = {
  read: (node, context) => {
    if (node.kind !== 'scalar' || node.plain === 'text') return conditionText.read(node, context);
    const found = quoted(node.text);
    const message = `${context.label} must be a command, a map or a list of them, got ${found}`;
    context.report.error(
      node,
      `${message}; put a command with that name in quotes`,
      `"${node.text}"`,
    );
    return undefined;
  },
  schema: { type: 'string' },
};

/** A command, a map, or a list of both. */
export const conditions: ValueType<readonly Condition[]> = {
  read: (node, context) =>
    (node.kind === 'list' ? node.items : [node]).flatMap(
      (item) => readCondition(item, context) ?? [],
    ),
  schema: {
    anyOf: [
      command.schema,
      conditionMap.schema,
      { type: 'array', items: { anyOf: [command.schema, conditionMap.schema] } },
    ],
  },
};

function readCondition(node: SourceNode, context: FieldContext): Condition | undefined {
  if (node.kind === 'map') return conditionMap.read(node, context);
  if (node.kind === 'list' || isNull(node)) {
    const found = describeNode(node);
    context.report.error(node, `${context.label} has ${found} instead of a command or a map`);
    return undefined;
  }
  const condition = command.read(node, context);
  return condition === undefined ? undefined : { condition, expected: null, negate: false };
}
