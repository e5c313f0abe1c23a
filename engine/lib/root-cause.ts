/** Why something failed in the end, in the words of whoever knew: `fetch failed` alone helps nobody. */
export function rootCause(error: unknown): string {
  const root = rootError(error);
  if (!(root instanceof Error)) return String(root);
  return root.message || String((root as NodeJS.ErrnoException).code ?? root.name);
}

/** The error of whoever knew. */
export function rootError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.cause instanceof Error) return rootError(error.cause);
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first === undefined ? error : rootError(first);
}
