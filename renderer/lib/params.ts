import { formatParam } from '#contract/format-param.ts';

/** One parameter of a DAG as a form shows it. Positional ones have no name. */
export interface ParamField {
  readonly name: string | undefined;
  readonly defaultValue: string;
}

/** Reads `NAME=default` entries, and bare values as positional ones. */
export function paramFields(params: readonly string[]): readonly ParamField[] {
  return params.map((entry) => {
    const match = /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/.exec(entry);
    if (match === null) return { name: undefined, defaultValue: entry };
    return { name: match[1], defaultValue: match[2] ?? '' };
  });
}

/**
 * The text that a start takes. Untouched named parameters are left out, because their defaults may be commands that the
 * engine still has to run. Positional ones count by place, so all of them go once one has changed.
 */
export function encodeParams(
  fields: readonly ParamField[],
  values: readonly string[],
): string | undefined {
  const filled = fields.map((field, index) => ({ ...field, value: values[index] ?? '' }));
  const changed = filled.filter((field) => field.value !== field.defaultValue);
  if (changed.length === 0) return undefined;
  const positional = filled.filter((field) => field.name === undefined);
  const named = changed.filter((field) => field.name !== undefined);
  if (positional.length === 0) {
    return JSON.stringify(Object.fromEntries(named.map((field) => [field.name, field.value])));
  }
  if (named.length === 0) return JSON.stringify(positional.map((field) => field.value));
  return [
    ...positional.map((field) => quoted(field.value)),
    ...named.map((field) => `${field.name}=${quoted(field.value)}`),
  ].join(' ');
}

/** Parameters of a run as they are typed: `DATE=2026-11-19 REGION="north west"`; other text stays as it is. */
export function formatParams(params: string): string {
  try {
    const value: unknown = JSON.parse(params);
    if (Array.isArray(value))
      return value.map((one) => formatParam({ name: null, value: plain(one) })).join(' ');
    if (typeof value === 'object' && value !== null) {
      return Object.entries(value)
        .map(([name, one]) => formatParam({ name: isPlace(name) ? null : name, value: plain(one) }))
        .join(' ');
    }
  } catch {
    // Parameters may also be plain text, which is shown as it stands.
  }
  return params;
}

/** A positional parameter has its place as name. */
function isPlace(name: string): boolean {
  return /^[1-9]\d*$/.test(name);
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}
