import type { FieldChange } from '../../contract/dag-changes.ts';
import { mayExpand } from '../text-parts.ts';
import { inOrder, isRecord, type FieldValues } from './field-values.ts';
import { withoutCredentials } from './hide-credentials.ts';

/** The keys that differ, by the smallest part that a name can be given to. */
export function fieldChanges(before: FieldValues, after: FieldValues, prefix = ''): FieldChange[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    changesAt(prefix + key, before[key] ?? null, after[key] ?? null),
  );
}

function changesAt(path: string, before: unknown, after: unknown): FieldChange[] {
  if (isSame(before, after)) return [];
  const [old, now] = [partsOf(before), partsOf(after)];
  const canSplit = (old ?? now) !== null && [before, after].every(isDivisible);
  if (!canSplit) return [changeOf(path, before, after)];
  const parts = fieldChanges(old ?? {}, now ?? {}, `${path}.`);
  // Variables may refer to those before them, so their order can be all that differs.
  const isMoved = parts.length === 0 && mindsOrder(before, after);
  return isMoved ? [changeOf(path, before, after)] : parts;
}

function changeOf(field: string, before: unknown, after: unknown): FieldChange {
  return { field, before: textOf(field, before), after: textOf(field, after) };
}

const isDivisible = (value: unknown): boolean => value === null || partsOf(value) !== null;

/** Of a map, or of a list of named values; null for anything else. An empty list is either. */
function partsOf(value: unknown): FieldValues | null {
  if (isRecord(value)) return value;
  if (!Array.isArray(value) || !value.every(isPair)) return null;
  const parts = Object.fromEntries(value.flatMap((pair) => Object.entries(pair)));
  // Of two values of the same name, order and number count.
  return Object.keys(parts).length === value.length ? parts : null;
}

function isPair(value: unknown): value is Readonly<Record<string, string>> {
  if (!isRecord(value)) return false;
  const values = Object.values(value);
  return values.length === 1 && typeof values[0] === 'string';
}

function mindsOrder(before: unknown, after: unknown): boolean {
  return Array.isArray(before) && Array.isArray(after) && mayExpand(JSON.stringify(before));
}

/** What is off, empty or nought means the same as what is not there. */
function isSame(before: unknown, after: unknown): boolean {
  const isNothing = (value: unknown): boolean =>
    [null, '', 0, false].some((nothing) => nothing === value) ||
    (Array.isArray(value) && value.length === 0);
  if (before === null || after === null) return isNothing(before) && isNothing(after);
  return inOrder(before) === inOrder(after);
}

function textOf(field: string, value: unknown): string | null {
  const [only, ...more] = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  const one = more.length === 0 ? (only ?? null) : value;
  if (one === null || one === '') return null;
  return withoutCredentials(field, typeof one === 'string' ? one : JSON.stringify(one));
}
