/** A parameter of a run. A positional one has its position as name. */
export interface RunParam {
  readonly name: string;
  readonly value: string;
}

/** The parameters of a run by the JSON text that the engine tells; none where that has no names. */
export function runParams(params: string): readonly RunParam[] {
  const values = valuesOf(params);
  return Object.entries(values).map(([name, value]) => ({ name, value: textOf(value) }));
}

/** The values that differ, by name. */
export function changedOf(
  given: readonly RunParam[],
  values: readonly RunParam[],
): Readonly<Record<string, string>> {
  const changed = values.filter(({ value }, index) => value !== given[index]?.value);
  return Object.fromEntries(changed.map(({ name, value }) => [name, value]));
}

function valuesOf(params: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(params);
    if (Array.isArray(value))
      return Object.fromEntries(value.map((one, index) => [String(index + 1), one]));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Of an older version; the run can still be repeated as it was.
    return {};
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
