/** Text of a definition, and every error that it must have, in order. */
export type FaultyDefinition = readonly [text: string, ...errors: string[]];

/** A graph of these steps, one to a line from the third on. */
export function graph(...steps: readonly string[]): string {
  return `type: graph\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`;
}

/** A step with these further keys, at column 22. */
export function step(keys: string): string {
  return `steps: [{command: a, ${keys}}]`;
}
