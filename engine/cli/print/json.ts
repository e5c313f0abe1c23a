/** A result for other programs. */
export function json(result: unknown): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}
