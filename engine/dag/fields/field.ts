import type { Report } from '../source/report.ts';
import type { SourceNode } from '../source/source-node.ts';

/** A fragment of JSON Schema, for editors. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Where a value is being read: what messages call it, and who takes them. */
export interface FieldContext {
  /** Like "`timeout_sec`". */
  readonly label: string;
  readonly report: Report;
}

/** What a field's value may be. `read` answers undefined after reporting why the value will not do. */
export interface ValueType<T> {
  readonly read: (node: SourceNode, context: FieldContext) => T | undefined;
  readonly schema: JsonSchema;
}

/** One key of the definition. A new field is one of these in its table. */
export interface Field<T> {
  readonly key: string;
  /** What it is for, in one sentence; shown by editors and in the manual. */
  readonly about: string;
  readonly type: ValueType<T>;
  /** Its value where the key is absent or null. */
  readonly fallback: T;
}

/** All keys of one kind of map, with the properties that they become. */
export interface FieldSet<T> {
  /** What messages call such a map. */
  readonly what: string;
  readonly fields: { readonly [P in keyof T]: Field<T[P]> };
  /** Keys of the interface that this version refuses. */
  readonly unavailable: readonly string[];
  /** Values of such keys that ask for what happens anyway, and are accepted. */
  readonly harmless?: Readonly<Record<string, string>>;
  /** Keys of earlier versions, each with the words that name what took its place. */
  readonly replaced: Replaced;
}

/** Words that name what took the place of a key, or how its value decides about them. */
export type Replaced = Readonly<Record<string, string | ((value: SourceNode) => string)>>;
