import {
  describeNode,
  isNull,
  quoted,
  type MapEntry,
  type Range,
  type SourceNode,
} from '../source/source-node.ts';
import type { FieldSet, Place, ValueType } from './field.ts';
import { fieldKeys, readFields } from './read-fields.ts';
import { stepFields, type StepValues } from './step-fields.ts';

/** A step with the places of its parts, for messages about how steps fit together. */
export interface StepDraft {
  readonly values: StepValues;
  readonly at: Range;
  /** Where its name stands; null: it has none yet. */
  readonly nameAt: Range | null;
  readonly given: ReadonlyMap<string, MapEntry>;
}

/** Steps that run side by side in a chain: a list within the list of steps, or a single step. */
export type StepGroup = readonly StepDraft[];

/** A list of steps, of commands or of groups, or a map from names to steps. */
export const steps: ValueType<readonly StepGroup[]> = {
  read: (node, place) => {
    if (node.kind === 'map') return node.entries.flatMap((entry) => readNamed(entry, place));
    if (node.kind === 'list') return node.items.flatMap((item) => readElement(item, place));
    place.report.error(
      node,
      `${place.label} must be a list or a map of steps, got ${describeNode(node)}`,
    );
    return undefined;
  },
  schema: { type: ['array', 'object'] },
};

function readElement(node: SourceNode, place: Place): readonly StepGroup[] {
  if (node.kind !== 'list') return readStep(node, place).map((step) => [step]);
  const group = node.items.flatMap((item) => readStep(item, place));
  return group.length === 0 ? [] : [group];
}

function readNamed({ key, value }: MapEntry, place: Place): readonly StepGroup[] {
  const name =
    stepFields.fields.name.type.read(key, { ...place, label: 'the name of a step' }) ?? null;
  return readStep(value, place).map((step) => {
    const own = step.given.get('name')?.value;
    if (own && step.values.name !== key.text) {
      place.report.error(
        own,
        `\`name\` differs from the key ${quoted(key.text)} that names the step`,
      );
    }
    return [{ ...step, values: { ...step.values, name }, nameAt: key }];
  });
}

function readStep(node: SourceNode, { label, report }: Place): readonly StepDraft[] {
  if (report.isFull()) return [];
  if (node.kind === 'scalar' && !isNull(node)) return [commandStep(node)];
  if (node.kind !== 'map') {
    report.error(node, `${label} holds ${describeNode(node)} where a step or a command belongs`);
    return [];
  }
  const { values, given, refused } = readFields(node, stepFields, report);
  const draft = { values, at: node, nameAt: given.get('name')?.value ?? null, given };
  if (![...refused].some(mayBeWork)) checkWork(draft, { label, report });
  return [draft];
}

function commandStep({ text, start, end }: SourceNode & { kind: 'scalar' }): StepDraft {
  const values = { ...fallbacks(stepFields), command: [{ text, start, end }] };
  return { values, at: { start, end }, nameAt: null, given: new Map() };
}

const KEYS = fieldKeys(stepFields);

/** Whether what is missing may be hidden in a refused key: a misspelt `command`, say. */
function mayBeWork(refused: string): boolean {
  return !KEYS.includes(refused) || ['type', 'command', 'script'].includes(refused);
}

/** A step needs something to do: a command, a script, or a script with the one command that interprets it. */
function checkWork({ values, at, given }: StepDraft, { report }: Place): void {
  const { command, script } = values;
  const blank = command.find(({ text }) => text.trim() === '');
  if (blank) report.error(blank, '`command` must not be empty');
  else if (command.length === 0 && !script?.trim()) {
    report.error(at, 'the step needs a `command` or a `script`');
  } else if (script !== null && command.length > 1) {
    const entry = given.get('command');
    report.error(
      entry?.value ?? at,
      'beside a `script`, `command` is its interpreter and must be a single text',
    );
  }
}

function fallbacks<T>(set: FieldSet<T>): T {
  const properties = Object.entries<{ fallback: unknown }>(set.fields);
  // One fallback of the right type for each property of T: that is what the table's type says.
  return Object.fromEntries(properties.map(([property, field]) => [property, field.fallback])) as T;
}
