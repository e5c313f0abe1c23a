import type { Pause, RepeatPolicy } from '../definition.ts';
import type { MapNode } from '../source/source-node.ts';
import { conditionText } from './conditions-field.ts';
import { exitCodes } from './exit-codes-field.ts';
import type { FieldSet, FieldContext, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { patternText } from './pattern-field.ts';
import { pauseFields } from './pause-fields.ts';
import type { ReadFields } from './read-fields.ts';
import { boolean, integer, oneOf } from './scalar-types.ts';

type Mode = RepeatPolicy['repeat'];

interface RepeatFields extends Pause {
  /** False: the policy is switched off. */
  readonly repeat: Mode | false | null;
  readonly condition: string | null;
  readonly expected: string | null;
  readonly exitCode: readonly number[];
  readonly limit: number;
}

const words = oneOf(['while', 'until']);
const mode: ValueType<Mode | false> = {
  read: (node, context) => {
    if (node.kind !== 'scalar' || node.plain !== 'boolean') return words.read(node, context);
    return boolean.read(node, context) === true ? 'while' : false;
  },
  schema: { enum: ['while', 'until', true, false] },
};

const repeatFields: FieldSet<RepeatFields> = {
  what: 'repeat_policy',
  fields: {
    repeat: {
      key: 'repeat',
      about:
        'Repeat `while` or `until` the condition is met. Without a condition: while or until the step succeeds.',
      type: mode,
      fallback: null,
    },
    ...pauseFields,
    limit: {
      key: 'limit',
      about: 'Maximum number of executions, including the first; 0 means no limit.',
      type: integer({ min: 0 }),
      fallback: 0,
    },
    condition: {
      key: 'condition',
      about:
        'Checked after each execution: text to compare with `expected`, or, without `expected`, a shell command that must succeed within 60 seconds. A command that fails is a condition that is not met; a condition that cannot be evaluated fails the step.',
      type: conditionText,
      fallback: null,
    },
    expected: {
      key: 'expected',
      about: 'What the text must be, or a regular expression after `re:`.',
      type: patternText,
      fallback: null,
    },
    exitCode: {
      key: 'exit_code',
      about:
        'Exit codes of the step that meet the condition. With a `condition`, both must be met.',
      type: exitCodes,
      fallback: [],
    },
  },
  unavailable: [],
  replaced: {},
};

/** Null: `repeat: false`. */
export const repeatPolicy: ValueType<RepeatPolicy | null> = mapValue({
  set: repeatFields,
  build: buildPolicy,
});

function buildPolicy(
  read: ReadFields<RepeatFields>,
  map: MapNode,
  context: FieldContext,
): RepeatPolicy | null | undefined {
  const { condition, expected, ...values } = read.values;
  if (!checkCondition(read, context)) return undefined;
  if (values.repeat === false) return null;
  const repeat = values.repeat ?? impliedMode(read.values);
  if (repeat === null) {
    if (read.refused.size === 0) {
      const rule = `${context.label} requires \`repeat\`, a \`condition\` or an \`exit_code\``;
      context.report.error(map, rule);
    }
    return undefined;
  }
  const asked =
    condition === null ? null : { condition, expected: expected || null, negate: false };
  return { ...values, repeat, condition: asked };
}

function checkCondition(
  { given, refused }: ReadFields<RepeatFields>,
  { report }: FieldContext,
): boolean {
  const expected = given.get('expected');
  if (expected && !given.has('condition') && refused.size === 0) {
    report.error(expected.key, '`expected` requires a `condition`');
    return false;
  }
  return true;
}

/** Text that is compared is waited for; what a command or an exit code says goes on as long as it says so. */
function impliedMode({ condition, expected, exitCode }: RepeatFields): Mode | null {
  if (condition !== null) return expected ? 'until' : 'while';
  return exitCode.length > 0 ? 'while' : null;
}
