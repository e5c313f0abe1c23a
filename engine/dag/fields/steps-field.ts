import { MAX_STEPS } from '../limits.ts';
import {
  describeNode,
  isNull,
  quoted,
  type MapEntry,
  type Range,
  type SourceNode,
} from '../source/source-node.ts';
import type { FieldContext, ValueType } from './field.ts';
import { fallbacks, readFields } from './read-fields.ts';
import { stepFields, type StepValues } from './step-fields.ts';

/** A step with the places of its parts, for messages about how steps fit together. */
export interface StepDraft {
  readonly values: StepValues;
  readonly at: Range;
  /** Where its name stands; null: it has none yet. */
  readonly nameAt: Range | null;
  readonly given: ReadonlyMap<string, MapEntry>;
  /** Keys that do not belong and keys with an unfit value. */
  readonly refused: ReadonlySet<string>;
}

/** Steps that run side by side in a chain: a list within the list of steps, or a single step. */
export type StepGroup = readonly StepDraft[];

/** A step within the JSON Schema, defined there once. */
export const stepReference = { $ref: '#/$defs/step' };

/** A list of steps, of commands or of groups, or a map from names to steps. */
export const steps: ValueType<readonly StepGroup[]> = {
  read: (node, context) => {
    if (countOf(node) > MAX_STEPS) {
      context.report.error(node, `a DAG can have at most ${MAX_STEPS} steps`);
      return undefined;
    }
    if (node.kind === 'map') return node.entries.flatMap((entry) => readNamed(entry, context));
    if (node.kind === 'list') return node.items.flatMap((item) => readElement(item, context));
    context.report.error(
      node,
      `${context.label} must be a list or a map of steps, got ${describeNode(node)}`,
    );
    return undefined;
  },
  schema: {
    anyOf: [
      {
        type: 'array',
        items: { anyOf: [stepReference, { type: 'array', items: stepReference }] },
      },
      { type: 'object', additionalProperties: stepReference },
    ],
  },
};

/** Of elements and members of groups, before each of them is read. */
function countOf(node: SourceNode): number {
  if (node.kind !== 'list') return node.kind === 'map' ? node.entries.length : 1;
  return node.items.reduce((sum, item) => sum + (item.kind === 'list' ? item.items.length : 1), 0);
}

function readElement(node: SourceNode, context: FieldContext): readonly StepGroup[] {
  if (node.kind !== 'list') return readStep(node, context).map((step) => [step]);
  const group = node.items.flatMap((item) => readStep(item, context));
  return group.length === 0 ? [] : [group];
}

function readNamed({ key, value }: MapEntry, context: FieldContext): readonly StepGroup[] {
  const name =
    stepFields.fields.name.type.read(key, { ...context, label: 'the name of a step' }) ?? null;
  return readStep(value, context).map((step) => {
    const own = step.given.get('name')?.value;
    if (own && step.values.name !== key.text) {
      context.report.error(
        own,
        `\`name\` differs from the key ${quoted(key.text)} that names the step`,
      );
    }
    return [{ ...step, values: { ...step.values, name }, nameAt: key }];
  });
}

/** One step, or none after reporting why. Whether it can do anything is for its type to say. */
export function readStep(node: SourceNode, { label, report }: FieldContext): readonly StepDraft[] {
  if (report.isFull()) return [];
  if (node.kind === 'scalar' && !isNull(node)) return [commandStep(node)];
  if (node.kind !== 'map') {
    report.error(node, `${label} has ${describeNode(node)} instead of a step or a command`);
    return [];
  }
  const { values, given, refused } = readFields(node, stepFields, report);
  return [{ values, at: node, nameAt: given.get('name')?.value ?? null, given, refused }];
}

function commandStep(node: SourceNode & { kind: 'scalar' }): StepDraft {
  const { text, start, end } = node;
  const values = { ...fallbacks(stepFields), commands: [{ text, start, end }] };
  const key = { kind: 'scalar', text: 'command', plain: 'text', start, end: start } as const;
  const given = new Map([['command', { key, value: node }]]);
  return { values, at: { start, end }, nameAt: null, given, refused: new Set() };
}
