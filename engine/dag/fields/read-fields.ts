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
  const values = fallbacks(set);
  for (const property of tableOf(set).properties) {
    const field: Field<T[keyof T]> = set.fields[property];
    const entry = given.get(field.key);
    if (entry === undefined) continue;
    const value = field.type.read(entry.value, { label: `\`${field.key}\``, report });
    if (value === undefined) refused.add(field.key);
    else values[property] = value ?? field.fallback;
  }
  return { values, given, refused };
}

/** What stands where nothing is written at all. */
export function fallbacks<T extends object>(set: FieldSet<T>): T {
  return { ...tableOf(set).fallbacks };
}

/** Keys that work, in the order of the table. */
export function fieldKeys<T>(set: FieldSet<T>): readonly string[] {
  return [...tableOf(set).keys];
}

function refuseForeignKeys<T>(map: MapNode, set: FieldSet<T>, report: Report): Set<string> {
  const working = tableOf(set).keys;
  const { unavailable, replaced } = set;
  const refused = new Set<string>();
  for (const { key, value } of map.entries) {
    if (working.has(key.text) || isHarmless(key.text, value, set)) continue;
    refused.add(key.text);
    if (report.isFull()) break;
    if (unavailable.includes(key.text)) {
      report.error(key, `\`${key.text}\` is not available in this version`);
    } else {
      const known = [...working, ...unavailable];
      reportUnknownKey(key, { known, replaced, value }, report);
    }
  }
  return refused;
}

function isHarmless<T>(key: string, value: SourceNode, { harmless = {} }: FieldSet<T>): boolean {
  return value.kind === 'scalar' && Object.hasOwn(harmless, key) && harmless[key] === value.text;
}

/** What a set of fields says at once about all of them. */
interface Table<T> {
  readonly properties: readonly (keyof T)[];
  readonly keys: ReadonlySet<string>;
  readonly fallbacks: T;
}

const tables = new WeakMap<object, unknown>();

/** Sets never change, and every step of a file asks. */
function tableOf<T extends object>(set: FieldSet<T>): Table<T> {
  // A table is kept under the set that it was made of alone.
  const table = (tables.get(set) as Table<T> | undefined) ?? createTable(set);
  tables.set(set, table);
  return table;
}

function createTable<T extends object>({ fields }: FieldSet<T>): Table<T> {
  // Object.keys forgets its keys' type; a set of fields has no others.
  const properties = Object.keys(fields) as (keyof T)[];
  const keys = new Set(properties.map((property) => fields[property].key));
  // Made at once and not property by property, it is an object that V8 copies in a tenth of the time.
  const values = Object.fromEntries(
    properties.map((property) => [property, fields[property].fallback]),
  );
  // Every property of T has a field.
  return { properties, keys, fallbacks: values as T };
}
