import type { Report } from '../source/report.ts';
import { isNull, type MapEntry, type MapNode, type SourceNode } from '../source/source-node.ts';
import type { Field, FieldSet } from './field.ts';
import { reportUnknownKey } from './unknown-key.ts';

export interface ReadFields<T> {
  /** A value for every field: as written, or the fallback where it is absent or unfit. */
  readonly values: T;
  /** Entries with a value, by key; the places for messages about how fields fit together. */
  readonly given: ReadonlyMap<string, MapEntry>;
  /** Keys that do not belong and keys with an unfit value: what seems to be missing may just be misspelt. */
  readonly refused: ReadonlySet<string>;
}

/** Reads a map by its table of fields and reports every key and value that does not belong. */
export function readFields<T extends object>(
  map: MapNode,
  set: FieldSet<T>,
  report: Report,
): ReadFields<T> {
  const given = new Map(
    map.entries.filter(({ value }) => !isNull(value)).map((entry) => [entry.key.text, entry]),
  );
  const refused = refuseForeignKeys(map, set, report);
  const values: Partial<T> = {};
  for (const property of propertiesOf(set)) {
    const field: Field<T[keyof T]> = set.fields[property];
    const entry = given.get(field.key);
    const value = entry && field.type.read(entry.value, { label: `\`${field.key}\``, report });
    if (entry && value === undefined) refused.add(field.key);
    values[property] = value ?? field.fallback;
  }
  // Every property of T has a field, so the loop has set them all.
  return { values: values as T, given, refused };
}

/** What stands where nothing is written at all. */
export function fallbacks<T extends object>(set: FieldSet<T>): T {
  const values: Partial<T> = {};
  for (const property of propertiesOf(set)) values[property] = set.fields[property].fallback;
  // Every property of T has a field, so the loop has set them all.
  return values as T;
}

/** Keys that work, in the order of the table. */
export function fieldKeys<T>(set: FieldSet<T>): readonly string[] {
  return propertiesOf(set).map((property) => set.fields[property].key);
}

function refuseForeignKeys<T>(map: MapNode, set: FieldSet<T>, report: Report): Set<string> {
  const working = keySet(set);
  const { unavailable, replaced } = set;
  const refused = new Set<string>();
  for (const { key, value } of map.entries) {
    if (working.has(key.text) || isHarmless(key.text, value, set)) continue;
    refused.add(key.text);
    if (report.isFull()) break;
    if (unavailable.includes(key.text)) {
      report.error(key, `\`${key.text}\` is not available in this version`);
    } else {
      reportUnknownKey(key, { known: [...working, ...unavailable], replaced }, report);
    }
  }
  return refused;
}

function isHarmless<T>(key: string, value: SourceNode, { harmless = {} }: FieldSet<T>): boolean {
  return value.kind === 'scalar' && Object.hasOwn(harmless, key) && harmless[key] === value.text;
}

const keySets = new WeakMap<object, ReadonlySet<string>>();

/** Tables never change, and every step of a file asks. */
function keySet<T>(set: FieldSet<T>): ReadonlySet<string> {
  const keys = keySets.get(set) ?? new Set(fieldKeys(set));
  keySets.set(set, keys);
  return keys;
}

function propertiesOf<T>(set: FieldSet<T>): (keyof T)[] {
  // Object.keys forgets its keys' type; a table has no others.
  return Object.keys(set.fields) as (keyof T)[];
}
