/** Why something failed in the end, in the words of whoever knew: `fetch failed` alone helps nobody. */
export function rootCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return rootCause(error.cause);
  const [first] = error instanceof AggregateError ? error.errors : [];
  if (first !== undefined) return rootCause(first);
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}
