import { operations, type OperationName } from '../../../engine/contract/operations.ts';
import type { Operation } from '../../../engine/contract/operation.ts';
import { API_PREFIX, fillPath, takesBody } from '../../../engine/contract/rest.ts';

/** A request that makes as much work as so few bytes can. */
export interface CostlyRequest {
  readonly operation: OperationName;
  /** What is costly about it. */
  readonly what: string;
  readonly method: string;
  readonly target: string;
  readonly body: string | undefined;
}

/** Fields of an input by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** Makes a request of the fields of its input, which go where REST expects them. */
export function costlyRequest(name: OperationName, what: string, fields: Fields): CostlyRequest {
  const operation: Operation = operations[name];
  const inPath = new Set<string>();
  const path = fillPath(operation.path, (field) => {
    inPath.add(field);
    return encodeURIComponent(String(fields[field]));
  });
  const others = Object.entries(fields).filter(([field]) => !inPath.has(field));
  const request = { operation: name, what, method: operation.method.toUpperCase() };
  if (!takesBody(operation)) {
    const query = new URLSearchParams(
      others.map(([field, value]): [string, string] => [field, String(value)]),
    );
    return { ...request, target: `${API_PREFIX}${path}?${query.toString()}`, body: undefined };
  }
  const { bodyNames = {}, wholeBody } = operation;
  const named = others.map(([field, value]) => [bodyNames[field] ?? field, value] as const);
  const body =
    wholeBody === undefined
      ? JSON.stringify(Object.fromEntries(named))
      : String(fields[wholeBody.field]);
  return { ...request, target: `${API_PREFIX}${path}`, body };
}
