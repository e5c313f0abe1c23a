import type { FieldSet } from '../dag/fields/field.ts';

/** What a type reads from `config`, and how it knows that again in a loaded step. */
export interface Settings<C> {
  /** Null: it has none. */
  readonly table: FieldSet<object> | null;
  readonly fits: (config: unknown) => config is C;
}

/** The settings that a table reads: it makes a value for each of its fields. */
export function settingsOf<C extends object>(table: FieldSet<C>): Settings<C> {
  const properties = Object.keys(table.fields);
  return {
    table,
    fits: (config): config is C =>
      typeof config === 'object' && config !== null && properties.every((name) => name in config),
  };
}

export const noSettings: Settings<null> = {
  table: null,
  fits: (config) => config === null,
};
