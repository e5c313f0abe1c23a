import { EngineError } from '../contract/errors.ts';

/**
 * The parameters of a run, as JSON text, with some of them changed by name or position. Those that its start did not give
 * are among `declared`.
 *
 * @throws EngineError `bad_request` for one that the run does not have.
 */
export function changedParams(
  params: string,
  changes: Readonly<Record<string, string>>,
  declared: readonly string[],
): string {
  const names = Object.keys(changes);
  if (names.length === 0) return params;
  const values = valuesOf(params);
  const known = new Set([...Object.keys(values), ...declared]);
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) {
    const has = known.size === 0 ? 'it has none' : `it has ${[...known].join(', ')}`;
    throw new EngineError('bad_request', `The run has no parameter ${unknown}: ${has}.`);
  }
  return JSON.stringify({ ...values, ...changes });
}

/** Given as JSON, a start may hold values of any kind, or no names at all. */
function valuesOf(params: string): Readonly<Record<string, unknown>> {
  const value: unknown = params === '' ? {} : JSON.parse(params);
  if (Array.isArray(value))
    return Object.fromEntries(value.map((one, at) => [String(at + 1), one]));
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
